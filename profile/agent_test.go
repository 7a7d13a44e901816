package profile

import (
	"errors"
	"strings"
	"testing"
)

func codeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestParseAgent(t *testing.T) {
	t.Parallel()
	const url = "https://agent.example/profiles/v2026-07/shopping-agent.json"
	for name, test := range map[string]struct {
		values []string
		want   string // empty: invalid_profile_url
	}{
		"as documented":            {[]string{`profile="` + url + `"`}, url},
		"parameter":                {[]string{`profile="` + url + `";v=1;note="a, b"`}, url},
		"other members":            {[]string{`a=1, profile="` + url + `", b=(1 2), c`}, url},
		"white space":              {[]string{"  profile=\"" + url + "\" \t,\ta=1  "}, url},
		"escape":                   {[]string{`profile="https://a.example/\"x\""`}, `https://a.example/"x"`},
		"member in another field":  {[]string{`a=1`, `profile="` + url + `"`}, url},
		"two profiles, last wins":  {[]string{`profile="https://old.example/"`, `profile="` + url + `"`}, url},
		"name inside a string":     {[]string{`note="profile=https://evil.example", profile="` + url + `"`}, url},
		"no member":                {[]string{`other="x"`}, ""},
		"empty":                    {[]string{""}, ""},
		"token":                    {[]string{`profile=https`}, ""},
		"token with a URL":         {[]string{`profile=https://agent.example/p`}, ""},
		"boolean":                  {[]string{`profile`}, ""},
		"integer":                  {[]string{`profile=1`}, ""},
		"inner list":               {[]string{`profile=("` + url + `")`}, ""},
		"bytes":                    {[]string{`profile=:aGk=:`}, ""},
		"bare URL":                 {[]string{url}, ""},
		"unclosed":                 {[]string{`profile="` + url}, ""},
		"space around equals sign": {[]string{`profile = "` + url + `"`}, ""},
		"upper-case name":          {[]string{`Profile="` + url + `"`}, ""},
		"trailing comma":           {[]string{`profile="` + url + `",`}, ""},
	} {
		got, err := parseAgent(test.values)
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
		if (test.want == "") != (codeOf(err) == CodeInvalidProfileURL) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestNormalizeURL(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://agent.example/p":                        "https://agent.example/p",
		"HTTPS://Agent.EXAMPLE/P":                        "https://agent.example/P",
		"https://agent.example:443/p":                    "https://agent.example/p",
		"https://agent.example:8443/p":                   "https://agent.example:8443/p",
		"https://agent.example:/p":                       "https://agent.example/p",
		"https://agent.example":                          "https://agent.example/",
		"https://agent.example/p#frag":                   "https://agent.example/p",
		"https://agent.example/a/../b//c/%7Ed":           "https://agent.example/a/../b//c/%7Ed",
		"https://agent.example/p?B=1&a=%20":              "https://agent.example/p?B=1&a=%20",
		"https://[::1]:443/p":                            "https://[::1]/p",
		"https://[::1]:9443/p":                           "https://[::1]:9443/p",
		"https://127.0.0.1/p":                            "https://127.0.0.1/p",
		"http://agent.example/p":                         "",
		"http://127.0.0.1/p":                             "",
		"https://user@agent.example/p":                   "",
		"https://user:pw@agent.example/p":                "",
		"https://":                                       "",
		"https:///p":                                     "",
		"https:agent.example":                            "",
		"//agent.example/p":                              "",
		"/p":                                             "",
		"":                                               "",
		"ftp://agent.example/p":                          "",
		"javascript:alert(1)":                            "",
		"https://agent.example:0/p":                      "",
		"https://agent.example:70000/p":                  "",
		"https://agent.example:x/p":                      "",
		"https://agent.example\n/p":                      "",
		"https://agênte.example/p":                       "",
		"https://agent%20.example/p":                     "",
		"https://[fe80::1%25eth0]/p":                     "",
		"https://a.example/" + strings.Repeat("a", 2048): "",
	} {
		got, err := NormalizeURL(raw, false)
		if got != want || (want == "") != (codeOf(err) == CodeInvalidProfileURL) {
			t.Errorf("%q: got %q, %v; want %q", raw, got, err, want)
		}
	}
}

func TestNormalizeURLOnLoopback(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"http://127.0.0.1:8080/p": "http://127.0.0.1:8080/p",
		"http://localhost:80/p":   "http://localhost/p",
		"http://LocalHost/p":      "http://localhost/p",
		"http://[::1]:8080/p":     "http://[::1]:8080/p",
		"http://127.9.9.9/p":      "http://127.9.9.9/p",
		"https://agent.example/p": "https://agent.example/p",
		"http://agent.example/p":  "",
		"http://10.0.0.1/p":       "",
		"http://169.254.169.254/": "",
		"http://localhost.evil/p": "",
	} {
		got, err := NormalizeURL(raw, true)
		if got != want || (want == "") != (codeOf(err) == CodeInvalidProfileURL) {
			t.Errorf("%q: got %q, %v; want %q", raw, got, err, want)
		}
	}
}

// FuzzAgent: whatever a header says, a URL that gets through is stable under
// normalisation and https.
func FuzzAgent(f *testing.F) {
	f.Add(`profile="https://agent.example/p"`)
	f.Add(`a=1, profile="HTTPS://A.example:443?x#y";p`)
	f.Fuzz(func(t *testing.T, header string) {
		raw, err := parseAgent([]string{header})
		if err != nil {
			return
		}
		once, err := NormalizeURL(raw, false)
		if err != nil {
			return
		}
		twice, err := NormalizeURL(once, false)
		if err != nil || twice != once {
			t.Errorf("%q: %q becomes %q, %v", raw, once, twice, err)
		}
		if !strings.HasPrefix(once, "https://") {
			t.Errorf("%q gives %q", raw, once)
		}
	})
}

package safehttp

import (
	"errors"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		url            string
		strict, onLoop error // without and with AllowLoopback
	}{
		{"https://platform.example/.well-known/ucp", nil, nil},
		{"https://platform.example:8443/p?x=1", nil, nil},
		{"HTTPS://Platform.Example/p", nil, nil},
		{"https://8.8.8.8/p", nil, nil},
		{"https://[2606:4700::1111]:443/p", nil, nil},
		{"https://1.example/p", nil, nil},
		{"https://0x7f000001.example/p", nil, nil},
		{"https://xn--so-jia.example/p", nil, nil},

		{"http://127.0.0.1:8080/p", ErrForbiddenAddress, nil},
		{"http://[::1]:8080/p", ErrForbiddenAddress, nil},
		{"https://127.0.0.1/p", ErrForbiddenAddress, nil},
		{"http://localhost:8080/p", ErrInvalidURL, nil},
		{"http://LOCALHOST/p", ErrInvalidURL, nil},
		{"https://localhost/p", ErrForbiddenAddress, nil},
		{"https://LocalHost./p", ErrForbiddenAddress, nil},

		{"http://platform.example/p", ErrInvalidURL, ErrInvalidURL},
		{"http://8.8.8.8/p", ErrInvalidURL, ErrInvalidURL},
		{"http://localhost.example/p", ErrInvalidURL, ErrInvalidURL},
		{"ftp://127.0.0.1/p", ErrForbiddenAddress, ErrInvalidURL},
		{"file:///etc/passwd", ErrInvalidURL, ErrInvalidURL},
		{"gopher://localhost/", ErrInvalidURL, ErrInvalidURL},
		{"", ErrInvalidURL, ErrInvalidURL},
		{"//platform.example/p", ErrInvalidURL, ErrInvalidURL},
		{"platform.example/p", ErrInvalidURL, ErrInvalidURL},
		{"https:platform.example", ErrInvalidURL, ErrInvalidURL},
		{"https:///p", ErrInvalidURL, ErrInvalidURL},
		{"https://:443/p", ErrInvalidURL, ErrInvalidURL},
		{"https://user@platform.example/p", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example@127.0.0.1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://@platform.example/p", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example:0/p", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example:65536/p", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example:x/p", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example/\r\nHost: x", ErrInvalidURL, ErrInvalidURL},
		{"https://são.example/p", ErrInvalidURL, ErrInvalidURL},

		{"https://2130706433/p", ErrInvalidURL, ErrInvalidURL},
		{"https://0x7f000001/p", ErrInvalidURL, ErrInvalidURL},
		{"https://0X7F.0.0.1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://127.0.0.0x1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://0177.0.0.1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://127.1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://127.0.0.1./p", ErrInvalidURL, ErrInvalidURL},
		{"https://0x/p", ErrInvalidURL, ErrInvalidURL},
		{"https://%31%32%37.0.0.1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://１２７.0.0.1/p", ErrInvalidURL, ErrInvalidURL},
		{"https://127。0。0。1/p", ErrInvalidURL, ErrInvalidURL},

		{"https://[::ffff:127.0.0.1]/p", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://[::ffff:7f00:1]/p", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://[::1%25lo]/p", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://169.254.169.254/latest/meta-data", ErrForbiddenAddress, ErrForbiddenAddress},
		{"http://169.254.169.254/latest/meta-data", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://10.1.2.3/p", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://0.0.0.0/p", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://[::]/p", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://[fd00::1]/p", ErrForbiddenAddress, ErrForbiddenAddress},
	}
	strict, onLoop := New(Config{}), New(Config{AllowLoopback: true})
	for _, tt := range tests {
		if _, err := strict.parse(tt.url); !errors.Is(err, tt.strict) {
			t.Errorf("%q: got %v, want %v", tt.url, err, tt.strict)
		}
		if _, err := onLoop.parse(tt.url); !errors.Is(err, tt.onLoop) {
			t.Errorf("%q with loopback: got %v, want %v", tt.url, err, tt.onLoop)
		}
	}
}

// A URL that is kept for later has all that a call demands, a bounded length and no
// fragment.
func TestCheckURL(t *testing.T) {
	t.Parallel()
	const start = "https://platform.example/"
	longest := start + strings.Repeat("x", maxURL-len(start))
	strict, onLoop := New(Config{}), New(Config{AllowLoopback: true})
	for _, tt := range []struct {
		url            string
		strict, onLoop error
	}{
		{"https://platform.example/push?task=1", nil, nil},
		{longest, nil, nil},
		{longest + "x", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example/push#top", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example/push#", ErrInvalidURL, ErrInvalidURL},
		{"https://platform.example/push%23", nil, nil},
		{"http://platform.example/push", ErrInvalidURL, ErrInvalidURL},
		{"https://user:pass@platform.example/push", ErrInvalidURL, ErrInvalidURL},
		{"push", ErrInvalidURL, ErrInvalidURL},
		{"https://169.254.169.254/latest/meta-data", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://10.0.0.1/push", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://[fd00::1]/push", ErrForbiddenAddress, ErrForbiddenAddress},
		{"https://[::1]/push", ErrForbiddenAddress, nil},
		{"http://127.0.0.1:8080/push", ErrForbiddenAddress, nil},
		{"https://localhost/push", ErrForbiddenAddress, nil},
	} {
		if err := strict.CheckURL(tt.url); !errors.Is(err, tt.strict) {
			t.Errorf("%q: got %v, want %v", tt.url, err, tt.strict)
		}
		if err := onLoop.CheckURL(tt.url); !errors.Is(err, tt.onLoop) {
			t.Errorf("%q with loopback: got %v, want %v", tt.url, err, tt.onLoop)
		}
	}
}

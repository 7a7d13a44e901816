package fakepsp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"balcao/money"
)

// ParseSwitch reads a fault as a command line has it: its name, "=" and its setting, parts of
// which are separated by commas: "next:N", "probability:P" or P alone, "delay:D",
// "amount:CENTAVOS", "method:PUT". A name alone means always, "off" switches it off. Examples:
// "down=next:3", "webhook_late=0.2,delay:5s", "copia_e_cola_absent". The error wraps
// ErrSetting.
func ParseSwitch(text string) (Fault, Setting, error) {
	name, parts, given := strings.Cut(text, "=")
	f := Fault(name)
	set := Setting{}
	switch {
	case !given:
		set.Probability = 1
	case parts == "off":
	default:
		for part := range strings.SplitSeq(parts, ",") {
			if err := set.read(part); err != nil {
				return f, set, fmt.Errorf("%w: %s: %w", ErrSetting, f, err)
			}
		}
		if set.Next == 0 && set.Probability == 0 {
			return f, set, fmt.Errorf("%w: %s: say how often: next:N, a probability or off", ErrSetting, f)
		}
	}
	return f, set, set.check(f)
}

// read takes one part of a setting.
func (s *Setting) read(part string) (err error) {
	key, value, named := strings.Cut(part, ":")
	if !named {
		key, value = "probability", part
	}
	switch key {
	case "next":
		s.Next, err = strconv.Atoi(value)
	case "probability":
		s.Probability, err = strconv.ParseFloat(value, 64)
	case "delay":
		s.Delay, err = time.ParseDuration(value)
	case "amount":
		var minor int64
		minor, err = strconv.ParseInt(value, 10, 64)
		s.Amount = money.Amount(minor)
	case "method":
		s.Method = strings.ToUpper(value)
		if !slices.Contains([]string{http.MethodGet, http.MethodPut, http.MethodPost, http.MethodPatch, http.MethodDelete}, s.Method) {
			return fmt.Errorf("%q is no method of the API", value)
		}
	default:
		return fmt.Errorf("%q is none of next, probability, delay, amount, method", key)
	}
	if err != nil {
		return fmt.Errorf("%q is no value for %s", value, key)
	}
	return nil
}

// String writes a setting as ParseSwitch reads it.
func (s Setting) String() string {
	var parts []string
	if s.Next > 0 {
		parts = append(parts, "next:"+strconv.Itoa(s.Next))
	}
	if s.Probability > 0 {
		parts = append(parts, strconv.FormatFloat(s.Probability, 'g', -1, 64))
	}
	if s.Delay > 0 {
		parts = append(parts, "delay:"+s.Delay.String())
	}
	if s.Amount != 0 {
		parts = append(parts, "amount:"+strconv.FormatInt(int64(s.Amount), 10))
	}
	if s.Method != "" {
		parts = append(parts, "method:"+s.Method)
	}
	if len(parts) == 0 {
		return "off"
	}
	return strings.Join(parts, ",")
}

// settingJSON is a setting on the control endpoint.
type settingJSON struct {
	Next        int     `json:"next,omitempty"`
	Probability float64 `json:"probability,omitempty"`
	Delay       string  `json:"delay,omitempty"` // such as 5s
	Amount      int64   `json:"amount,omitempty"`
	Method      string  `json:"method,omitempty"`
}

// MarshalJSON writes a setting as the control endpoint has it.
func (s Setting) MarshalJSON() ([]byte, error) {
	out := settingJSON{Next: s.Next, Probability: s.Probability, Amount: int64(s.Amount), Method: s.Method}
	if s.Delay != 0 {
		out.Delay = s.Delay.String()
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads one. The error wraps ErrSetting.
func (s *Setting) UnmarshalJSON(raw []byte) error {
	var in settingJSON
	if err := json.Unmarshal(raw, &in); err != nil {
		return fmt.Errorf("%w: %w", ErrSetting, err)
	}
	*s = Setting{Next: in.Next, Probability: in.Probability, Amount: money.Amount(in.Amount)}
	if in.Delay != "" {
		if err := s.read("delay:" + in.Delay); err != nil {
			return fmt.Errorf("%w: %w", ErrSetting, err)
		}
	}
	if in.Method != "" {
		if err := s.read("method:" + in.Method); err != nil {
			return fmt.Errorf("%w: %w", ErrSetting, err)
		}
	}
	return nil
}

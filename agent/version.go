package agent

import (
	"slices"
	"strings"

	"balcao/jsonrpc"
)

// versionServed is the protocol version of this interface.
const versionServed = "1.0"

// version checks A2A-Version, which a client may also send as a query parameter. A
// request without it speaks 0.3 (A2A 1.0), which is not served here. A patch number does
// not matter.
func (c *call) version() error {
	v := c.query
	if asked := c.header.Values("A2A-Version"); len(asked) > 0 {
		v = strings.Join(asked, ",") // several headers are one list (RFC 9110), which is no version
	}
	v = strings.TrimSpace(v)
	if v == versionServed || strings.HasPrefix(v, versionServed+".") && isNumber(v[len(versionServed)+1:]) {
		return nil
	}
	return fault{
		code: codeVersion, reason: "VERSION_NOT_SUPPORTED", text: "this A2A version is not served; send A2A-Version: " + versionServed,
		metadata: map[string]string{"supportedVersions": versionServed},
	}
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// activated returns the accepted URI that a list of A2A-Extensions headers asks for
// first, empty if none. Unknown extensions are ignored (A2A).
func (b *Binding) activated(headers []string) string {
	for _, header := range headers {
		for uri := range strings.SplitSeq(header, ",") {
			if uri = strings.TrimSpace(uri); slices.Contains(b.Extensions, uri) {
				return uri
			}
		}
	}
	return ""
}

// reasonOf names a JSON-RPC error for ErrorInfo.
func reasonOf(code int) string {
	switch code {
	case jsonrpc.CodeParseError:
		return "PARSE_ERROR"
	case jsonrpc.CodeInvalidRequest:
		return "INVALID_REQUEST"
	case jsonrpc.CodeMethodNotFound:
		return "METHOD_NOT_FOUND"
	case jsonrpc.CodeInvalidParams:
		return "INVALID_PARAMS"
	}
	return "INTERNAL_ERROR"
}

package archtest

// codecs are the packages that write or read a wire format or stored rows.
var codecs = []string{
	"ap2", "jsonrpc", "internal/keyring", "bcp", "intents/...", "profile", "agentcard", "payment/pix/...",
	"payment/token", "catalog/feed", "catalog/sample", "store/...", "agent", "mcp", "notify", "httpd", "web", "cmd/...",
}

// outside says who may import what is not ours, and why nobody else. What is neither here
// nor in the standard library needs a reason first, and then a line.
var outside = []struct {
	path string
	by   []string
	why  string
}{
	{"github.com/a2aproject/a2a-go/...", []string{"agent"}, "the A2A binding is one package"},
	{"github.com/modelcontextprotocol/go-sdk/...", []string{"mcp"}, "the MCP binding is one package"},
	{"github.com/labstack/echo/...", []string{"httpd", "web"}, "the web framework ends where HTTP ends"},
	{"github.com/tmc/langchaingo/...", []string{"intents/llm"}, "the shop runs without a language model"},
	{"database/sql/...", []string{"store/..."}, "SQL is spoken by the stores alone"},
	{"modernc.org/sqlite/...", []string{"store/..."}, "database drivers belong to the stores"},
	{"github.com/jackc/pgx/...", []string{"store/..."}, "database drivers belong to the stores"},
	{"github.com/pressly/goose/...", []string{"store/..."}, "a store brings its own schema up to date"},
	{"github.com/alecthomas/kong/...", []string{"cmd/..."}, "settings are read once, in the command"},
	{"go.yaml.in/yaml/...", []string{"cmd/..."}, "settings are read once, in the command"},
	{"github.com/prometheus/client_golang/...", []string{"httpd"}, "metrics are served beside health"},
	{"github.com/piglig/go-qr/...", []string{"payment/pix"}, "only Pix shows QR codes"},
	{"github.com/makiuchi-d/gozxing/...", []string{"payment/pix"}, "its tests scan what was drawn with another's eyes"},
	{"github.com/wneessen/go-mail/...", []string{"notify/email"}, "mail is written and handed over in one place"},
	{"github.com/emersion/go-smtp/...", []string{"notify/email/emailtest"}, "the mail server of tests"},
	{"github.com/emersion/go-sasl/...", []string{"notify/email/emailtest"}, "the mail server of tests"},
	{"github.com/dunglas/httpsfv/...", []string{"profile", "httpsig"}, "structured header fields carry identity and signatures"},
	{"github.com/go-jose/go-jose/...", []string{"internal/keyring", "ap2", "cmd/balcao/demo"}, "keys and signatures are made in few places; the demo checks them on its own"},
	{"github.com/gowebpki/jcs/...", []string{"ap2", "cmd/balcao/demo"}, "canonical JSON is made in one place; the demo checks it on its own"},
	{"github.com/go-json-experiment/json/...", codecs, "the domain knows no JSON"},
	{"golang.org/x/oauth2/...", []string{"payment/pix/bcb"}, "only the Central Bank's Pix API is reached by tokens that a server grants"},
	{"golang.org/x/time/rate", []string{"httpd", "profile", "notify", "mcp", "payment/pix/rest"}, "rates are bounded at the network's edge"},
	{"golang.org/x/sync/...", []string{"profile", "notify", "intents/llm", "payment/pix/bcb", "store/...", "cmd/..."}, "the domain starts no goroutines"},
	{"golang.org/x/sys/...", []string{"store/..."}, "a store locks its file as the system does it"},
	{"golang.org/x/text/...", []string{
		"internal/brazil", "catalog", "catalog/feed", "catalog/sample", "checkout", "intents/...", "bcp", "payment/pix", "agent", "mcp", "web",
	}, "text is folded and matched where text is read"},
}

// banned are the imports that the domain must do without, and the reason for each.
var banned = []struct{ path, why string }{
	{"net/http/...", "the domain is reached over several protocols and knows none"},
	{"encoding/json/...", "bcp owns the wire, the stores own their rows"},
	{"database/sql/...", "the stores own their rows"},
	{"log/...", "errors are returned; who handles them logs them"},
}

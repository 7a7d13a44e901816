package bcp

import (
	"encoding/json"

	"balcao/checkout"
	"balcao/platform"
)

// Envelope writes the error response for an outcome without a resource (BCP overview: a
// closed object). caps are the negotiated capabilities that concern the operation, none if
// there are none; messages must hold at least one; continueURL may be empty.
func Envelope(version string, caps []platform.Capability, messages []checkout.Message, lang, continueURL string) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		w.object("ucp", func() {
			w.str("version", version)
			w.str("status", "error")
			writeCapabilities(w, caps)
		})
		writeMessages(w, messages, lang)
		w.strIfAny("continue_url", continueURL)
	})
	return w.bytes()
}

// writeMessages writes messages with their texts in lang, and nothing if there are none.
func writeMessages(w *writer, messages []checkout.Message, lang string) {
	if len(messages) == 0 {
		return
	}
	w.array("messages", func() {
		for _, m := range messages {
			w.object("", func() { writeMessage(w, m, lang) })
		}
	})
}

func writeMessage(w *writer, m checkout.Message, lang string) {
	w.str("type", string(m.Type))
	w.str("code", string(m.Code))
	w.strIfAny("path", m.Path)
	w.str("content", Text(m, lang))
	if m.Type == checkout.TypeError {
		w.str("severity", string(m.Severity))
	}
}

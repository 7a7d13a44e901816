package jsonrpc

import (
	"strings"
	"testing"
)

// benchBody is an A2A SendMessage of about 600 bytes.
var benchBody = []byte(`{"jsonrpc":"2.0","id":"3f0e7c1a-5a3e-4b9b-9d0e-6f1d2c3b4a59","method":"SendMessage","params":{"message":{"messageId":"9b1c7d52-0f6e-4f0e-8f5a-2d1c0b9a8f77","contextId":"ctx-7c5e2f","role":"ROLE_USER","parts":[{"data":{"action":"add_to_checkout","product_id":"PIXEL-10-PRO","quantity":1},"mediaType":"application/json"},{"text":"` +
	strings.Repeat("Quero dois Pixel, por favor. ", 4) + `"}],"extensions":["https://bcp.dev.br/2026-07-28/specification/reference"]},"configuration":{"acceptedOutputModes":["text/plain","application/json"],"returnImmediately":false}}}`)

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(benchBody)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(benchBody); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeResult(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		EncodeResult([]byte(`"1"`), benchBody)
	}
}

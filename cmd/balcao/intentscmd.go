package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/catalog"
	"balcao/intents"
)

// maxRow is the longest line that is read, in bytes: the longest text and a long
// conversation have room in it.
const maxRow = 1 << 20

// intentsCmd tells how the shop understands utterances, so that anyone can measure it. It
// needs neither a database nor, without a language model, a network.
type intentsCmd struct {
	Catalog string `help:"The products: one JSON object with all, or one product a line." required:"" placeholder:"FILE" env:"-"`

	LLM llmSettings `embed:""`
}

func (c intentsCmd) run(ctx context.Context, m *Main) error {
	products, err := readProducts(c.Catalog)
	if err != nil {
		return settingError{err}
	}
	log := slog.New(slog.NewJSONHandler(m.Stderr, nil))
	reader, err := c.LLM.interpreter(intents.NewParser(products), 0, log)
	if err != nil {
		return err
	}
	rows := rowReader{interpreter: reader, out: bufio.NewWriter(m.Stdout), problems: m.Stderr}
	done := make(chan error, 1)
	go func() { done <- rows.answer(ctx, bufio.NewReader(m.Stdin)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done(): // which does not end a read that waits for a terminal or a pipe
		return ctx.Err()
	}
}

func readProducts(name string) ([]*catalog.Product, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	products, err := intents.DecodeProducts(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return products, nil
}

// rowReader answers utterances, one a line.
type rowReader struct {
	interpreter intents.Interpreter
	out         *bufio.Writer
	problems    io.Writer
}

// answer answers every line that it can read, in order, and names the others. What is
// answered goes out as soon as no line is waiting, so that a program can talk with it.
func (r rowReader) answer(ctx context.Context, in *bufio.Reader) (err error) {
	defer func() { err = errors.Join(err, r.out.Flush()) }()
	bad := 0
	for number := 1; ; number++ {
		line, whole, err := nextRow(in)
		switch {
		case errors.Is(err, io.EOF) && bad > 0:
			return fmt.Errorf("lines without an answer: %d", bad)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("line %d: %w", number, err)
		case whole && len(bytes.TrimSpace(line)) == 0:
			continue
		}
		id, utterance, err := intents.DecodeUtterance(line)
		if !whole {
			err = fmt.Errorf("longer than %d bytes", maxRow)
		}
		if err != nil {
			bad++
			fmt.Fprintf(r.problems, "balcao: line %d (id %q): %v\n", number, rowID(line), err)
			continue
		}
		meaning, err := r.interpreter.Interpret(ctx, utterance)
		if err == nil {
			err = r.write(id, meaning.Actions())
		}
		if err == nil && in.Buffered() == 0 {
			err = r.out.Flush()
		}
		if err != nil {
			return fmt.Errorf("line %d (id %q): %w", number, id, err)
		}
	}
}

func (r rowReader) write(id string, actions []intents.Slots) error {
	encoder := json.NewEncoder(r.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(struct {
		ID      string          `json:"id"`
		Actions []intents.Slots `json:"actions"`
	}{id, actions})
}

// nextRow returns the next line without keeping more than maxRow bytes of it; whole is
// false if it has more.
func nextRow(in *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		piece, err := in.ReadSlice('\n')
		if room := maxRow - len(line); len(piece) > room {
			piece, whole = piece[:room], false
		}
		line = append(line, piece...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) > 0: // the last line may lack its end
			return line, whole, nil
		}
		return line, whole, err
	}
}

// rowID returns the id of a line, as far as it can be read; empty if it cannot.
func rowID(line []byte) string {
	d := jsontext.NewDecoder(bytes.NewReader(line))
	if _, err := d.ReadToken(); err != nil {
		return ""
	}
	for {
		name, err := d.ReadToken()
		if err != nil || name.Kind() != jsontext.KindString {
			return ""
		}
		if name.String() != "id" {
			if err := d.SkipValue(); err != nil {
				return ""
			}
			continue
		}
		id, err := d.ReadToken()
		if err != nil || id.Kind() != jsontext.KindString {
			return ""
		}
		return id.String()
	}
}

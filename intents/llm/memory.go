package llm

import (
	"crypto/sha256"
	"sync"

	"balcao/intents"
	"balcao/internal/lru"
)

// maxRemembered is how many readings are kept for a retry of their message.
const maxRemembered = 1024

// memory keeps what a model said of a message, so that a message that is sent again is
// read the same way and costs nothing. It keeps what the model wrote of a text that was
// masked, for as long as there is room, and never on disk.
type memory struct {
	mu   sync.Mutex
	read *lru.Cache[[]action]
}

func newMemory() *memory { return &memory{read: lru.New[[]action](maxRemembered)} }

// find returns what was read of the message with a key, if it was read.
func (m *memory) find(key string) ([]action, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.read.Get(key)
}

func (m *memory) keep(key string, actions []action) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read.Put(key, actions)
}

// keyOf tells messages apart, "" where they have no id. The same id with another text is
// another message.
func keyOf(u intents.Utterance) string {
	if u.Message == "" {
		return ""
	}
	message, text := sha256.Sum256([]byte(u.Message)), sha256.Sum256([]byte(u.Text))
	return string(message[:]) + string(text[:])
}

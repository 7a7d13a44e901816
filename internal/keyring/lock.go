package keyring

import (
	"errors"
	"fmt"
)

// ErrBusy says that another process is changing the keys.
var ErrBusy = errors.New("keyring: the keys are being changed by another process; try again")

// errHeld is what lockDir returns if somebody else has the lock.
var errHeld = errors.New("held")

// lock keeps others from changing the keys in dir until unlock, or the end of the process.
func lock(dir string) (unlock func() error, err error) {
	held, err := lockDir(dir)
	switch {
	case errors.Is(err, errHeld):
		return nil, ErrBusy
	case err != nil:
		return nil, fmt.Errorf("keyring: lock %s: %w", dir, err)
	}
	return held.Close, nil
}

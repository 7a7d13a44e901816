package main

import "context"

type demoCmd struct{}

func (demoCmd) run(context.Context, *Main) error { return nil }

package checkout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// desk is one run of a request's commands over the state as it was read. If the commit
// loses a race the desk is thrown away and another one is laid.
type desk struct {
	s    *Service
	req  *Request
	now  time.Time
	conv *conversation.Context
	// was is the checkout as it was read, c as the commands leave it; nil for none.
	was, c *Checkout
	levels levels
	// task is the open task of the checkout as it was read, nil for none.
	task *conversation.Task
	// seals are those of the checkout's revision as it was read.
	seals []Seal

	outcomes []Outcome
	order    *order.Order
	evidence *order.Evidence
	jobs     []job.Job
	// token is the credential of a completion, for the one call that uses it.
	token payment.Secret
	// call is the provider call that must be made before the reply.
	call *Call
}

// refusal says that a command changed nothing, and why. The receipt is that of a refused
// mandate.
type refusal struct {
	messages []Message
	receipt  string
}

func (refusal) Error() string { return "checkout: command refused" }

func refuse(ms ...Message) error { return refusal{messages: ms} }

// lay reads the state a request is about.
func (s *Service) lay(ctx context.Context, r *Request) (*desk, error) {
	d := &desk{s: s, req: r, now: s.Clock.Now(), levels: levels{}}
	id := r.Target.Checkout
	if r.Target.Context != "" && !r.Caller.Nobody() {
		conv, err := s.conversationOf(ctx, r.Caller, r.Target.Context)
		if err != nil {
			return nil, err
		}
		d.conv = conv
		if id == "" {
			id = conv.Checkout
		}
	}
	if id == "" {
		return d, d.readTask(ctx)
	}
	c, err := s.Store.Checkout(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && !r.internal && !r.Caller.Sees(c.Owner) {
		return d, d.readTask(ctx)
	}
	if err != nil {
		return nil, unavailable(fmt.Errorf("read checkout: %w", err))
	}
	d.was, d.c = c, c.clone()
	if !r.internal {
		d.c.asOf(d.now, s.Policy.ChargeGrace)
		if ch := c.live(); ch != nil && d.c.live() == nil {
			d.due(job.RemoveCharge, string(ch.TXID), d.now)
		}
	}
	if err := d.readTask(ctx); err != nil {
		return nil, err
	}
	if err := d.readSeals(ctx); err != nil {
		return nil, err
	}
	return d, d.readLevels(ctx, d.c)
}

// conversationOf finds the caller's own conversation, or begins one. What a request
// without proof began is never taken up by a proved one of the same profile: a stranger
// could have laid it out for that.
func (s *Service) conversationOf(ctx context.Context, caller platform.Caller, id ids.Context) (*conversation.Context, error) {
	conv, err := s.Store.Context(ctx, caller.Owner(), id)
	switch {
	case errors.Is(err, ErrNotFound):
		return &conversation.Context{Owner: caller.Owner(), ID: id}, nil
	case err != nil:
		return nil, unavailable(fmt.Errorf("read context: %w", err))
	}
	return &conv, nil
}

// readLevels adds the stock levels of the checkout's variants that are not known yet.
func (d *desk) readLevels(ctx context.Context, c *Checkout) error {
	var want []ids.Variant
	for _, l := range c.Lines {
		if _, ok := d.levels[l.Variant]; !ok {
			want = append(want, l.Variant)
		}
	}
	return d.readVariants(ctx, want)
}

func (d *desk) readVariants(ctx context.Context, want []ids.Variant) error {
	if len(want) == 0 {
		return nil
	}
	got, err := d.s.Store.Levels(ctx, want)
	if err != nil {
		return unavailable(fmt.Errorf("read stock: %w", err))
	}
	for _, v := range want {
		d.levels[v] = got[v]
	}
	return nil
}

// run applies the commands and then what follows from the state they leave.
func (d *desk) run(ctx context.Context) error {
	for _, cmd := range d.req.Commands {
		outcome, err := d.apply(ctx, cmd)
		if err != nil {
			return err
		}
		d.outcomes = append(d.outcomes, outcome)
	}
	if d.c != nil && len(d.req.Commands) > 0 {
		d.alignCharge()
	}
	return nil
}

// apply runs one command on a copy, so that one that fails leaves no trace.
func (d *desk) apply(ctx context.Context, cmd Command) (Outcome, error) {
	if d.req.IfRevision != 0 && (d.c == nil || d.c.Revision != d.req.IfRevision) {
		if _, ok := cmd.(StartPayment); ok && d.charged() {
			return Outcome{Applied: true}, nil // the yes of somebody else was quicker
		}
		return Outcome{Messages: []Message{recoverable(CodeConfirmationStale, "$", Args{})}}, nil
	}
	before := *d
	if d.c != nil {
		d.c = d.c.clone()
	}
	told, err := d.change(ctx, cmd)
	var no refusal
	switch {
	case errors.As(err, &no):
		*d = before
		return Outcome{Messages: no.messages, Receipt: no.receipt}, nil
	case err != nil:
		return Outcome{}, err
	}
	return Outcome{Applied: true, Messages: told}, nil
}

// change dispatches a command to what carries it out.
func (d *desk) change(ctx context.Context, cmd Command) ([]Message, error) {
	switch cmd := cmd.(type) {
	case Settle:
		return nil, d.settle(cmd)
	case unreachable:
		d.cannotAsk(cmd.TXID)
		return nil, nil
	case ExpireCharge:
		d.expireCharge(cmd.TXID)
		return nil, nil
	case Expire:
		d.expire()
		return nil, nil
	case issue:
		return d.issued(cmd)
	case conclude:
		return d.concluded(cmd)
	case refunded:
		d.refunded(cmd)
		return nil, nil
	case expireChallenge:
		return d.expireChallenge(cmd)
	case voided:
		d.voided(cmd)
		return nil, nil
	case Create:
		return d.create(ctx, cmd.Input)
	case Complete:
		return d.complete(ctx, cmd)
	case Cancel:
		return nil, d.cancel(cmd)
	case Add:
		if d.req.Target.Checkout == "" && (d.c == nil || d.c.over()) {
			return d.addToNew(ctx, cmd)
		}
	}
	if err := d.mayChange(); err != nil {
		return nil, err
	}
	told, refresh, err := d.edit(ctx, cmd)
	if err != nil {
		return nil, err
	}
	d.giveUpChallenge()
	d.c.Told, d.c.Escalation, d.c.Mandate = nil, "", nil
	if _, paying := cmd.(StartPayment); !paying {
		d.outdateCharge()
	}
	more, err := d.reprice(ctx, refresh)
	return append(told, more...), err
}

// outdateCharge gives up for good a charge that expired before this change: it was for
// terms that no longer stand.
func (d *desk) outdateCharge() {
	if n := len(d.c.Charges); n > 0 && d.c.Charges[n-1].State == payment.ChargeExpired {
		d.c.Charges[n-1].State = payment.ChargeSuperseded
	}
}

// edit carries out a platform's change of the terms. It reports whether prices and stock
// must be looked up anew.
func (d *desk) edit(ctx context.Context, cmd Command) (told []Message, refresh bool, err error) {
	switch cmd := cmd.(type) {
	case Update:
		told, err = d.update(ctx, cmd.Input)
		return told, true, err
	case Add:
		return nil, true, d.add(ctx, cmd)
	case SetQuantity:
		return nil, true, d.setQuantity(cmd)
	case Remove:
		return nil, true, d.remove(cmd)
	case SetBuyer:
		return d.mergeBuyer(cmd.Buyer), false, nil
	case SetAddress:
		told, err = d.setAddress(cmd.Address)
		return told, false, err
	case SelectOption:
		return nil, false, d.selectOption(cmd)
	case ApplyDiscount:
		return nil, false, d.applyDiscount(cmd.Code)
	case RemoveDiscount:
		return nil, false, d.removeDiscount(cmd.Code)
	case StartPayment:
		return nil, false, d.startPayment(cmd)
	}
	return nil, false, fmt.Errorf("checkout: unknown command %T", cmd)
}

// mayChange refuses a change where the state forbids it.
func (d *desk) mayChange() error {
	switch {
	case d.c == nil:
		return refuse(recoverable(CodeNotFound, "", Args{}))
	case d.c.over() || d.c.Attempt != nil || d.tooLate():
		return refuse(notAllowed(d.c.status(nil)))
	}
	return nil
}

// tooLate reports whether the checkout's time is over and only the provider's word on an
// open charge keeps it from being canceled.
func (d *desk) tooLate() bool { return d.now.After(d.c.ExpiresAt) }

func notAllowed(s Status) Message {
	return recoverable(CodeNotAllowed, "$.status", Args{Value: string(s)})
}

// result is the answer that the desk would give.
func (d *desk) result() Result {
	res := Result{Outcomes: d.outcomes}
	for _, o := range d.outcomes {
		res.Messages = append(res.Messages, o.Messages...)
		res.MandateReceipt = cmp.Or(o.Receipt, res.MandateReceipt)
	}
	if d.c != nil { // an order says the last word
		res.MandateReceipt = cmp.Or(d.c.MandateReceipt, res.MandateReceipt)
	}
	if d.c == nil {
		res.Messages = envelope(res.Messages)
		return res
	}
	c := d.c.clone()
	res.Found = d.found()
	blockers := d.blockers(c)
	res.Checkout, res.Status, res.Handlers = c, c.status(blockers), c.usable()
	res.Messages = append(res.Messages, c.Told...)
	if ch := c.live(); ch != nil && c.Attempt == nil && d.now.After(ch.ExpiresAt) {
		res.Messages = append(res.Messages, recoverable(CodePaymentExpired, instrumentsPath, Args{Amount: ch.Amount}))
	}
	if !c.over() && c.Attempt == nil {
		res.Messages = append(append(res.Messages, blockers...), c.nextStep(blockers)...)
	}
	res.Messages = dedupe(append(res.Messages, d.notices(c)...))
	ch := c.Charge()
	res.ChargeVisible = ch != nil && ch.CopyPaste != "" && (ch.State == payment.ChargePaid || !c.over() && !d.now.After(ch.ExpiresAt))
	return res
}

// found are the lines that the request's commands found. The step that lands a provider call
// knows them only if nobody has written since the step before it.
func (d *desk) found() *Found {
	switch {
	case d.req.landing && d.was != nil && d.was.Version == d.req.left:
		return d.req.before
	case d.req.landing:
		return nil
	case d.was == nil || d.was.ID != d.c.ID:
		return &Found{}
	}
	return &Found{Lines: d.was.Lines}
}

// dedupe drops a message that says what an earlier one says of the same thing: a
// refused completion is told by the blocking messages once.
func dedupe(ms []Message) []Message {
	type spot struct {
		code               Code
		path, title, value string
	}
	seen := make(map[spot]bool, len(ms))
	out := ms[:0]
	for _, m := range ms {
		s := spot{m.Code, m.Path, m.Args.Title, m.Args.Value}
		if seen[s] {
			continue
		}
		seen[s] = true
		out = append(out, m)
	}
	return out
}

// write is the transaction that makes the desk's changes.
func (d *desk) write() Write {
	w := Write{Order: d.order, Evidence: d.evidence, Jobs: d.jobs}
	if d.c != nil && (d.was == nil || d.was.ID != d.c.ID || !reflect.DeepEqual(d.was, d.c)) {
		version, revision := int64(0), int64(0)
		if d.was != nil && d.was.ID == d.c.ID {
			version, revision = d.was.Version, d.was.Revision
		}
		if version == 0 || !sameTerms(d.was, d.c) {
			revision++
		}
		if d.c.Version = version + 1; revision != d.c.Revision && d.c.Mandated() {
			d.c.Nonce = d.s.IDs.Secret()
		}
		d.c.Revision = revision
		if who := d.req.Caller; !d.req.internal && who.Authenticated {
			d.c.Owner = who.Owner() // from now on it is hidden from whoever proves nothing
		}
		w.Checkout, w.Stock = d.c, d.moves()
	}
	return w
}

// moves turns the change of holds, and a sale, into changes of the stock.
func (d *desk) moves() []StockMove {
	by := map[ids.Variant]*StockMove{}
	var sequence []ids.Variant
	move := func(v ids.Variant) *StockMove {
		if by[v] == nil {
			by[v] = &StockMove{Variant: v}
			sequence = append(sequence, v)
		}
		return by[v]
	}
	if d.was != nil && d.was.ID == d.c.ID {
		for _, h := range d.was.Holds {
			move(h.Variant).Reserved -= h.Quantity
		}
	}
	for _, h := range d.c.Holds {
		move(h.Variant).Reserved += h.Quantity
	}
	if d.order != nil {
		for _, l := range d.c.Lines {
			move(l.Variant).OnHand -= l.Quantity
		}
	}
	var out []StockMove
	for _, v := range sequence {
		if m := by[v]; m.OnHand != 0 || m.Reserved != 0 {
			out = append(out, *m)
		}
	}
	return out
}

// due adds work to the desk's transaction.
func (d *desk) due(kind job.Kind, ref string, at time.Time) {
	d.jobs = append(d.jobs, job.Job{Kind: kind, Ref: ref, Due: at})
}

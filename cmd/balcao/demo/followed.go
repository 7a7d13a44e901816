package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// buyFollowed plays two purchases of one conversation that nobody asks about again: a
// stream tells of the one, a push notification of the other.
func (p *play) buyFollowed(ctx context.Context) error {
	t := p.newThread()
	var ended task
	if p.streams {
		var err error
		if ended, err = p.buyStreamed(ctx, t); err != nil {
			return err
		}
	} else {
		p.tale.says("Plataforma", "(o cartão diz que a loja não transmite eventos: esta compra fica de fora)")
	}
	if p.pushes {
		return p.buyPushed(ctx, t, ended)
	}
	p.tale.says("Plataforma", "(o cartão diz que a loja não envia avisos: esta compra fica de fora)")
	return nil
}

// readyToPay makes a checkout that is ready, and the action that completes it by Pix.
func (p *play) readyToPay(ctx context.Context, t *thread, step string) (object, error) {
	a, err := p.act(ctx, t, step, "1 × "+p.other.Title+", para São Paulo", p.cart(1))
	if err != nil {
		return nil, err
	}
	return completing(object{"handler_id": a.Checkout.handler("br.dev.bcp.pix"), "type": "pix", "selected": true}), p.tale.verify(
		is("pronto para concluir", a.Checkout.Status, "ready_for_complete"),
		is("total de R$ 64,90", a.Checkout.Totals.of("total"), 6490),
	)
}

// watched is what a stream told.
type watched struct {
	*play
	order []string // what came, in short
	of    []string // the tasks and contexts that it came from
	first task
	final checkout
}

// event tells an event as it comes and keeps what is checked later.
func (w *watched) event(e event) error {
	var of, kind string
	switch {
	case e.Task != nil:
		w.first = *e.Task
		of, kind = e.Task.ID+" em "+e.Task.ContextID, e.Task.Status.State
		w.tale.says("Evento", kind+"\n"+e.Task.Status.text())
		w.tale.says("Cliente", "(paga o Pix no aplicativo do banco)")
	case e.ArtifactUpdate != nil:
		w.final = e.ArtifactUpdate.Artifact.checkout()
		of, kind = e.ArtifactUpdate.TaskID+" em "+e.ArtifactUpdate.ContextID, "checkout"
		w.tale.says("Evento", fmt.Sprintf("checkout %s: %v, pedido %s", w.final.Status, w.final.Totals.of("total"), w.final.Order.ID))
	case e.StatusUpdate != nil:
		of, kind = e.StatusUpdate.TaskID+" em "+e.StatusUpdate.ContextID, e.StatusUpdate.Status.State
		w.tale.says("Evento", kind+"\n"+e.StatusUpdate.Status.text())
	default:
		return fmt.Errorf("the stream's event %d is neither a task nor a change of one", len(w.order)+1)
	}
	w.order = append(w.order, kind)
	if !slices.Contains(w.of, of) {
		w.of = append(w.of, of)
	}
	return nil
}

// buyStreamed plays the purchase that a stream tells of, and returns its task.
func (p *play) buyStreamed(ctx context.Context, t *thread) (task, error) {
	complete, err := p.readyToPay(ctx, t, "create_to_stream")
	if err != nil {
		return task{}, err
	}
	p.tale.says("Plataforma", "[complete_checkout] por Pix, por SendStreamingMessage")
	w := &watched{play: p}
	waiting, cancel := context.WithTimeoutCause(ctx, p.cfg.Patience, errNotEnded)
	defer cancel()
	err = t.stream(waiting, complete, w.event)
	switch {
	case ctx.Err() != nil: // the shop may stop first, and ends its streams then
		return task{}, context.Cause(ctx)
	case err != nil && !errors.Is(err, errNotEnded):
		return task{}, err
	}
	_, crc := readBRCode(w.first.checkout().instrument().Credential.CopyPaste)
	err = p.tale.verify(
		passes("a loja encerra o stream por si", err),
		is("eventos: em andamento, o checkout, concluída", strings.Join(w.order, ", "), working+", checkout, "+completed),
		is("todos da mesma tarefa e desta conversa", strings.Join(w.of, ", "), w.first.ID+" em "+t.context),
		is("primeiro a conclusão estava em andamento", w.first.checkout().Status, "complete_in_progress"),
		passes("com um código Pix cujo CRC confere", crc),
	)
	if err != nil {
		return task{}, err
	}
	if err := p.paid(w.final); err != nil {
		return task{}, err
	}
	return w.first, p.afterTheEnd(ctx, t, w)
}

// paid checks the checkout that a task ended with.
func (p *play) paid(c checkout) error {
	p.keep(c)
	return p.tale.verify(
		is("o checkout está concluído", c.Status, "completed"),
		holds("o pedido existe", c.Order.ID != "" && c.Order.Permalink != ""),
		passes("os totais somam", c.adds()),
		is("pago: R$ 64,90", c.Totals.of("total"), 6490),
	)
}

// afterTheEnd reads the task that has ended, and tries to go on with it.
func (p *play) afterTheEnd(ctx context.Context, t *thread, w *watched) error {
	p.tale.says("Plataforma", "[GetTask] "+w.first.ID)
	got, err := call[task](ctx, t, "get_task", "GetTask", object{"id": w.first.ID})
	if err != nil {
		return err
	}
	p.tale.says("Loja", got.Status.text())
	err = p.tale.verify(
		is("a tarefa está concluída", got.Status.State, completed),
		is("com o mesmo pedido", got.checkout().Order.ID, w.final.Order.ID),
	)
	if err != nil {
		return err
	}
	p.tale.says("Plataforma", "[get_checkout] ainda dentro da tarefa concluída")
	refused, err := t.sendToEnded(ctx, w.first.ID)
	if err != nil {
		return err
	}
	p.tale.says("Loja", fmt.Sprintf("(recusa) %d %s", refused.Code, refused.Message))
	return p.tale.verify(is("uma tarefa concluída não recebe mensagens: -32004", refused.Code, -32004))
}

// buyPushed plays the purchase whose end the shop tells by a call, in the conversation of a
// task that has ended.
func (p *play) buyPushed(ctx context.Context, t *thread, ended task) error {
	r, err := receive(ctx)
	if err != nil {
		return err
	}
	defer r.server.Close()
	complete, err := p.readyToPay(ctx, t, "create_to_push")
	if err != nil {
		return err
	}
	p.tale.says("Plataforma", "[complete_checkout] por Pix, sem esperar; quer ser avisada em "+r.url)
	key := rand.Text()
	opened, err := t.open(ctx, object{
		"returnImmediately": true,
		"taskPushNotificationConfig": object{
			"url": r.url, "authentication": object{"scheme": "Bearer", "credentials": key},
		},
	}, complete)
	if err != nil {
		return err
	}
	p.tale.says("Loja", opened.Status.text())
	err = p.tale.verify(
		is("a tarefa está em andamento", opened.Status.State, working),
		is("é da mesma conversa", opened.ContextID, t.context),
		holds("e é outra tarefa", opened.ID != "" && opened.ID != ended.ID),
	)
	if err != nil {
		return err
	}
	p.tale.says("Cliente", "(paga o Pix no aplicativo do banco)")
	waiting, cancel := context.WithTimeoutCause(ctx, p.cfg.Patience, errNotTold)
	defer cancel()
	told, n, err := r.await(waiting, p.client.record)
	if err != nil {
		return err
	}
	p.tale.says("Aviso", n.method+" "+r.url+": "+told.Status.State+"\n"+told.Status.text())
	err = p.tale.verify(
		is("a loja avisa do fim desta tarefa", told.ID+" "+told.Status.State, opened.ID+" "+completed),
		holds("com a credencial combinada", n.authorization == "Bearer "+key),
		is("como application/a2a+json", n.contentType, "application/a2a+json"),
	)
	if err != nil {
		return err
	}
	return p.paid(told.checkout())
}

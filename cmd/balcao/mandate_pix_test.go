package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

// byPix are the members of a completion with Pix and a mandate.
func byPix(mandate string) []any {
	return append([]any{"ap2", object{"checkout_mandate": mandate}}, payByPix...)
}

// Under AP2 no charge is made before the buyer has agreed; then it is the completion that
// waits for it, and the money that places the order.
func TestMandateByPix(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.mandatePlatform(t)
	b, seal := p.begin(t)
	for name, r := range map[string]*reply{
		"start_payment": b.do("start_payment"),
		"complete":      b.do("complete_checkout", payByPix...),
	} {
		if code := p.refusedMandate(t, r, seal, "$.ap2.checkout_mandate", nil); code != "mandate_required" {
			t.Errorf("%s: %s", name, code)
		}
	}
	// Pix that is chosen is remembered, and shows nothing yet.
	chosen := p.sealed(t, b.do("update_checkout", "checkout", object{
		"line_items": seal.object(t)["line_items"], "payment": object{"instruments": []any{object{"handler_id": "pix_recebedor_001", "type": "pix"}}},
	}))
	if dig(chosen.object(t), "payment") != nil {
		t.Errorf("a charge without a mandate: %s", chosen.raw)
	}
	waiting := b.do("complete_checkout", "ap2", object{"checkout_mandate": p.mandate(t, chosen).token()})
	p.sealOf(t, waiting)
	if waiting.status() != "complete_in_progress" || dig(waiting.checkout(), "order") != nil || dig(waiting.checkout(), "ap2", "checkout_receipt") != nil {
		t.Fatalf("after the completion: %.900s", waiting.Body)
	}
	shop.settle(waiting.charge())
	p.accepted(t, b.until("completed"))
}

// A purchase that is followed shows its sealed checkout in task, stream and list, over both
// bindings of A2A.
func TestMandateFollowed(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.mandatePlatform(t)
	b, seal := p.begin(t)
	s := b.openStream(b.configured("SendStreamingMessage", nil, nil, "complete_checkout", byPix(p.mandate(t, seal).token())...))
	first := s.next()
	if first.kind() != "task WORKING" {
		t.Fatalf("the stream begins with %s", first.kind())
	}
	artifact := func(a wireArtifact) json.RawMessage { return a.Parts[0].Data["a2a.bcp.checkout"] }
	waiting := p.sealIn(t, artifact(first.Task.Artifacts[0])).object(t)
	charge, _ := dig(waiting["payment"], "instruments").([]any)
	if waiting["status"] != "complete_in_progress" || len(charge) != 1 {
		t.Fatalf("waits as %s: %v", waiting["status"], waiting["payment"])
	}
	txid, _ := dig(charge[0], "credential", "provider_payment_id").(string)
	shop.settle(txid)
	update := s.next()
	if update.kind() != "artifact checkout" {
		t.Fatalf("then comes %s", update.kind())
	}
	done := p.sealIn(t, artifact(update.ArtifactUpdate.Artifact)).object(t)
	if done["status"] != "completed" || dig(done, "ap2", "checkout_receipt") == nil {
		t.Errorf("completed as %v", done)
	}
	if got := fmt.Sprint(s.rest()); got != "[status COMPLETED]" {
		t.Errorf("the stream ends with %s", got)
	}
	task := read[wireTask](t, b.rest(http.MethodGet, "/tasks/"+first.Task.ID, "", nil))
	if got := p.sealIn(t, artifact(task.Artifacts[0])).object(t); got["status"] != "completed" {
		t.Errorf("over HTTP+JSON it is %v", got["status"])
	}
}

// Package checkout is the shop's counter: the checkout aggregate, its state machine, its
// totals, and the one door through which every change comes, Service.Do.
//
// Whatever the transport, a structured action, a sentence, a tool call, a provider's
// webhook or a job becomes a Command here, is applied to the aggregate, priced, and
// committed in one transaction with the reply, the order, the stock and the work owed.
//
// Rules: BCP checkout capability with its fulfilment, discount, buyer consent, fiscal
// identity, tax and AP2 mandate extensions, and the checkout documents over A2A and MCP.
//
// Words: *terms* are the checkout without its messages; a change of terms is a revision.
// An *answer* is terms with messages. Under AP2 every answer has a *seal*, and a completion
// needs a *mandate* over one of those of the current revision; what it was judged by is the
// order's *evidence*.
package checkout

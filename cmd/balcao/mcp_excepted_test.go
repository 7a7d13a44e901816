package main

// exception is what the conformance runner asks of a server and a shop does not have.
type exception struct {
	why string
	// names are scenarios, none of whose own checks is passed, or single checks as
	// scenario:check.
	names []string
}

// revisionsExcepted are those of MCP that are served and cannot be judged.
func revisionsExcepted() map[string]string {
	return map[string]string{"2024-11-05": "it is older than what the runner knows"}
}

// conformanceExceptions are what is not passed, by the reason why it is not. Most scenarios are
// for libraries: they want a server made of tools, resources and prompts that the runner
// prescribes, which a shop has no use for.
func conformanceExceptions() []exception {
	return []exception{
		{"it calls fixture tools, such as test_simple_text or test_error_handling", []string{
			"tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource", "tools-call-mixed-content",
			"tools-call-error", "tools-call-with-progress",
		}},
		{"it looks for the fixture tool json_schema_2020_12_tool", []string{"json-schema-2020-12"}},
		{"it calls a fixture tool that asks the client for something, which no tool of a shop does", []string{
			"tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums",
			"input-required-result-basic-elicitation", "input-required-result-basic-sampling", "input-required-result-basic-list-roots",
			"input-required-result-request-state", "input-required-result-multiple-input-requests", "input-required-result-multi-round",
			"input-required-result-missing-input-response", "input-required-result-result-type", "input-required-result-tampered-state",
			"input-required-result-capability-check", "input-required-result-ignore-extra-params",
			"server-stateless:sep-2575-server-rejects-undeclared-capability", "server-stateless:sep-2575-missing-capability-http-400",
			"server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
		}},
		{"it calls the first tool of the list without arguments, and every tool of BCP needs meta", []string{
			"http-header-validation:sep-2243-server-accepts-whitespace-header-value",
		}},
		{"no argument of a tool is named for a header (x-mcp-header)", []string{"http-custom-header-server-validation"}},
		{"prompts: none are offered", []string{
			"prompts-list", "prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image",
			"input-required-result-non-tool-request", "caching:sep-2549-prompts-list-caching-hints",
		}},
		{"resources: none are offered", []string{
			"resources-list", "resources-read-text", "resources-read-binary", "resources-templates-read", "resources-subscribe",
			"resources-unsubscribe", "sep-2164-resource-not-found:sep-2164-error-code", "sep-2164-resource-not-found:sep-2164-data-uri",
			"caching:sep-2549-resources-list-caching-hints", "caching:sep-2549-resources-templates-list-caching-hints",
			"caching:sep-2549-resources-read-caching-hints",
		}},
		{"completion: none is offered", []string{"completion-complete"}},
		{"logging: none is offered", []string{
			"logging-set-level", "tools-call-with-logging", "server-stateless:sep-2575-server-no-log-without-loglevel",
		}},
		{"subscriptions: there is nothing whose change could be told", []string{
			"server-stateless:sep-2575-server-sends-subscription-ack", "server-stateless:sep-2575-server-tags-subscription-id",
			"server-stateless:sep-2575-server-honors-notification-filter", "server-stateless:sep-2575-server-sends-prompts-list-changed-on-subscription",
			"server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription",
		}},
		{"sessions and streams: every call stands by itself and has one JSON answer", []string{
			"server-session-lifecycle", "server-sse-polling", "server-sse-multiple-streams:server-sse-multiple-streams-session",
		}},
		{"the extension io.modelcontextprotocol/skills is not offered", []string{
			"sep-2640-skills-directory", "sep-2640-skills-enumeration", "sep-2640-skills-manifest",
		}},
		{"the extension for tasks is not offered", []string{
			"tasks-lifecycle", "tasks-capability-negotiation", "tasks-wire-fields", "tasks-request-state-removal", "tasks-mrtr-input",
			"tasks-status-notifications", "tasks-required-task-error", "tasks-mrtr-composition",
			"tasks-request-headers:tasks-headers-tolerate-mcp-method-on-tools-call",
			"tasks-request-headers:sep-2663-routing-headers-accepted-on-tasks-get",
			"tasks-request-headers:sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get",
			"tasks-dispatch-and-envelope:tasks-server-directed-creation-no-hint",
			"tasks-dispatch-and-envelope:sep-2663-legacy-task-param-ignored",
			"tasks-dispatch-and-envelope:tasks-immediate-result-shortcut",
			"tasks-dispatch-and-envelope:tasks-result-type-complete-on-non-task-responses",
			"tasks-dispatch-and-envelope:sep-2663-durable-create-strong-consistency",
			"tasks-dispatch-and-envelope:sep-2663-tasks-get-invalid-task-id-32602",
		}},
	}
}

package agentcard

import "balcao/profile"

// card is the agent card, members in the order in which people read them. What A2A does
// not require is left out when it is empty, here and below: an empty text or list is not
// part of what is signed, and readers do not agree on what else is not.
type card struct {
	Name               string            `json:"name"`
	Description        string            `json:"description"`
	Version            string            `json:"version"`
	Provider           *provider         `json:"provider,omitempty"`
	DocumentationURL   string            `json:"documentationUrl,omitempty"`
	Interfaces         []agentInterface  `json:"supportedInterfaces"`
	Capabilities       agentCapabilities `json:"capabilities"`
	DefaultInputModes  []string          `json:"defaultInputModes"`
	DefaultOutputModes []string          `json:"defaultOutputModes"`
	Skills             []skill           `json:"skills"`
	Signatures         []signature       `json:"signatures,omitempty"`
}

type provider struct {
	Organization string `json:"organization"`
	URL          string `json:"url"`
}

type agentInterface struct {
	URL             string `json:"url"`
	ProtocolBinding string `json:"protocolBinding"`
	ProtocolVersion string `json:"protocolVersion"`
}

type agentCapabilities struct {
	Streaming         bool        `json:"streaming"`
	PushNotifications bool        `json:"pushNotifications"`
	ExtendedAgentCard bool        `json:"extendedAgentCard"`
	Extensions        []extension `json:"extensions"`
}

// extension has Required as a pointer because false is shown but not signed.
type extension struct {
	URI         string          `json:"uri"`
	Description string          `json:"description"`
	Required    *bool           `json:"required,omitempty"`
	Params      extensionParams `json:"params"`
}

type extensionParams struct {
	Capabilities map[string][]capability `json:"capabilities"`
}

type capability struct {
	Version string          `json:"version"`
	Extends profile.Extends `json:"extends,omitempty"`
}

type skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Examples    []string `json:"examples,omitempty"`
	InputModes  []string `json:"inputModes"`
	OutputModes []string `json:"outputModes"`
}

// signature is a JWS in its flattened form (RFC 7515, 7.2.2), without the payload.
type signature struct {
	Protected string `json:"protected"`
	Signature string `json:"signature"`
}

package agentcard

import "balcao/profile"

// card is the agent card, members in the order in which people read them.
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
	Extensions        []extension `json:"extensions"`
}

type extension struct {
	URI         string          `json:"uri"`
	Description string          `json:"description"`
	Required    bool            `json:"required"`
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

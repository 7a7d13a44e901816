package main

import (
	"balcao/httpsig"
	"balcao/mcp"
)

// pathMCP is where the tools are, pathTools where they are described.
const (
	pathMCP   = "/bcp/mcp"
	pathTools = "/bcp/mcp.openrpc.json"
)

// mcp is the MCP binding.
func (sh *shop) mcp() (*mcp.Server, error) {
	return mcp.New(mcp.Config{
		Counter: sh.counter, Catalog: sh.goods.Catalog, Records: sh.store, Identifier: sh.identify, Encoder: sh.encoder,
		PublicURL: sh.profile.PublicURL, Name: sh.settings.ShopName, Software: version, Enabled: sh.enabledNames(),
		RegistryStatus: sh.settings.MCPRegistryStatus, Logger: sh.log, Now: sh.clock.Now,
		Signer: func() httpsig.Signer { return sh.keys.MessageKey() }, SignAll: sh.settings.MCPSignAnswers,
	})
}

// enabledNames are the capabilities that are switched on.
func (sh *shop) enabledNames() []string {
	var out []string
	for _, c := range sh.profile.Enabled() {
		out = append(out, c.Name)
	}
	return out
}

// tools describes the tools of MCP.
func (sh *shop) tools() ([]byte, error) {
	return mcp.OpenRPC(sh.settings.ShopName, sh.profile.Releases[0].Date, sh.profile.MCPURL(), sh.enabledNames())
}

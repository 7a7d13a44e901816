package profile

import _ "embed" // the schema

//go:embed schemas/business.json
var businessSchema string

// BusinessSchema is the JSON Schema (2020-12) of what [Business] returns. It refers to no
// other document. Rules: BCP overview, discovery, and the schemas of the profile.
func BusinessSchema() []byte { return []byte(businessSchema) }

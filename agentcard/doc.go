// Package agentcard writes the shop's A2A agent card.
//
// The card says the same as the shop's profile, from the same [profile.Shop]: its BCP
// extension entries carry the profile's capabilities. The bytes are our own, because
// members that are false must be there (streaming, pushNotifications, required), as the
// protocol's example shows them. The card is signed, so that a platform that got it from
// elsewhere can tell that the shop wrote it.
//
// Rules: A2A 1.0 (agent card; signing, 8.4), checkout over A2A document.
package agentcard

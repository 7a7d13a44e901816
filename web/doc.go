// Package web is what the shop shows to people: the page of a checkout, the page of an
// order, products, the shop's terms, and its front page. Pages are rendered on the server,
// work without scripts, and come in Portuguese, English and Spanish.
//
// A checkout's and an order's page open to whoever holds the key in their address; a wrong
// key looks like an id that never was. Such pages are not cached and not indexed. The
// address of an order also answers JSON to an authenticated platform.
//
// Rules: BCP checkout (continue_url), BCP order (permalink_url, reading an order), Brazilian
// Consumer Code article 49 and Decree 7.962/2013 (notices of distance sales), LGPD.
package web

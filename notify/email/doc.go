// Package email writes what a shop tells the buyers of its orders, in Portuguese, English and
// Spanish, and hands it to the shop's mail server.
//
// A letter is text with an HTML alternative, and is written from the order as it is then.
// What others chose (names, titles, descriptions) is shown without characters that are not
// seen or that break lines. Rules: Decreto 7.962/2013, articles 2, 4 and 5; RFC 5321, 5322
// and 3834. docs/EMAIL.md is for shops.
package email

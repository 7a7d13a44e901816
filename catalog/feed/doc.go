// Package feed reads the products of a shop from the files that shops have, and writes
// them.
//
// The full form is JSON Lines, a product a line (product.go). Tables and feeds of others
// (table.go, merchant.go, shopify.go, woocommerce.go, nuvemshop.go) say less; what they
// say is brought into the same products. Column names are those that the makers document
// publicly: the Google Merchant product data specification and the product CSV files of
// Shopify, WooCommerce and Nuvemshop.
//
// A file is read as a whole or not at all: everything wrong with it is reported by line,
// and sizes are bounded.
package feed

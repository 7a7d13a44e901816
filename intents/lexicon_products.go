package intents

// stopWords carry no meaning for a product.
var stopWords = wordSet(wordList("products stopWords"))

// sizeCues come before a size.
var sizeCues = table(wordList("products sizeCues"))

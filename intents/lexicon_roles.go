package intents

// The words that open the segments of a sentence which are no wish, by what these do.
var (
	// sayingsAside change nothing wherever they stand.
	sayingsAside = table(wordList("roles sayingsAside"))
	// reasonOpeners open what explains or concedes; innerReasons do so without a comma too.
	reasonOpeners = table(wordList("roles reasonOpeners"))
	innerReasons  = table(wordList("roles innerReasons"))
	// firstReasons open a reason at the beginning of a sentence alone; later they compare.
	firstReasons = table(wordList("roles firstReasons"))
	// conclusions open what follows from a comment.
	conclusions = table(wordList("roles conclusions"))
	// preambles say when or before what the wish is uttered.
	preambles = table(wordList("roles preambles"))
	// states tell how the speaker fares.
	states = table(wordList("roles states"))
	// noticedWords open a sentence that tells what was seen; the next one asks of it.
	noticedWords = table(wordList("roles noticedWords"))
	// tooMuchWords complain of a number.
	tooMuchWords = table(wordList("roles tooMuchWords"))
	// offeredWords say that the shop has a thing; behind asksWhat they ask what it has, or
	// open a reason.
	offeredWords = table(wordList("roles offeredWords"))
	asksWhat     = wordSet(wordList("roles asksWhat"))
	// ownWordings tell what the speaker has or had.
	ownWordings = table(wordList("roles ownWordings"))
	// specifies are words after "que" which tell the thing rather than a reason.
	specifies = wordSet(wordList("roles specifies"))
	// remainderWords with remainWords say that other things stay.
	remainderWords = table(wordList("roles remainderWords"))
	remainWords    = table(wordList("roles remainWords"))
	// intentions open what was wanted at first; turnings take it back; changedMind may follow.
	intentions  = table(wordList("roles intentions"))
	turnings    = table(wordList("roles turnings"))
	changedMind = table(wordList("roles changedMind"))
	// notThis opens what is told apart from what is sought; soughtWords close it; thisIs are
	// the words before what is meant.
	notThis     = table(wordList("roles notThis"))
	soughtWords = table(wordList("roles soughtWords"))
	thisIs      = wordSet(wordList("roles thisIs"))
	// topicOpeners name what the wish after them is about.
	topicOpeners = table(wordList("roles topicOpeners"))
	// deferral puts something off.
	deferral = table(wordList("roles deferral"))
	// ifThereIs opens the condition that a thing can be had.
	ifThereIs = table(wordList("roles ifThereIs"))
	inStock   = table(wordList("roles inStock"))
)

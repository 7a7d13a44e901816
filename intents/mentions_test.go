package intents

import (
	"slices"
	"strings"
	"testing"

	"balcao/internal/ids"
	"balcao/internal/lang"
)

// mention is a way to name a product of the evaluation catalogue and what it must lead to:
// a product, a variant, a product with options in brackets, several products to choose
// from, or nothing ("-").
type mention struct{ said, want string }

// mentions have no conversation behind them.
var mentions = []mention{
	// Models that are easily confused.
	{"pixel 10", "PIXEL-10"},
	{"o pixel 10 pro", "PIXEL-10-PRO"},
	{"um Pixel 10 Pro XL", "PIXEL-10-PRO-XL"},
	{"pixel 10 xl pro", "PIXEL-10-PRO-XL"},
	{"pixel 10 xl", "PIXEL-10-PRO-XL"},
	{"o pixel 9 a", "PIXEL-9A"},
	{"google pixel 9a", "PIXEL-9A"},
	{"celular pixel 10", "PIXEL-10"},
	{"the pixel 10 phone", "PIXEL-10"},
	{"el teléfono pixel 10 pro", "PIXEL-10-PRO"},
	{"pixel 10, não o pro", "PIXEL-10"},
	{"pixel 10 sem ser o pro", "PIXEL-10"},
	{"o pixel que não seja o pro nem o xl nem o 9a", "PIXEL-10"},
	{"o pixel 10 normal", "PIXEL-10"},
	{"the regular pixel 10", "PIXEL-10"},
	{"el pixel 10 común", "PIXEL-10"},
	{"pixel10pro", "PIXEL-10-PRO"},
	{"pixel10", "PIXEL-10"},
	{"s25", "GALAXY-S25"},
	{"s 25 ultra", "GALAXY-S25-ULTRA"},
	{"galaxy s25 não o ultra", "GALAXY-S25"},
	{"the s25, not the ultra", "GALAXY-S25"},
	{"el s25 pero no el ultra", "GALAXY-S25"},
	{"samsung s25 ultra", "GALAXY-S25-ULTRA"},
	{"samsung a16", "GALAXY-A16"},
	{"galaxy a 16", "GALAXY-A16"},
	{"o galaxy, menos o ultra", "GALAXY-A16 GALAXY-S25"},
	{"iphone 16 de 256", "IPHONE-16-256"},
	{"iphone 16 256gb", "IPHONE-16-256"},
	{"iphone 16 com 128 gigas", "IPHONE-16-128"},
	{"iphone 16", "IPHONE-16-128 IPHONE-16-256"},
	{"iphone", "IPHONE-16-128 IPHONE-16-256"},
	{"moto g85", "MOTO-G85"},
	{"moto g 85", "MOTO-G85"},
	{"motorola g85", "MOTO-G85"},
	{"redmi note 14", "REDMI-NOTE-14"},
	{"xiaomi note 14", "REDMI-NOTE-14"},
	{"jbl go 4", "CAIXA-JBL-GO-4"},
	{"go 4 da jbl", "CAIXA-JBL-GO-4"},
	{"caixinha go4", "CAIXA-JBL-GO-4"},
	{"flip 6", "CAIXA-JBL-FLIP-6"},
	{"jbl", "CAIXA-JBL-FLIP-6 CAIXA-JBL-GO-4 FONE-JBL-TUNE-520"},
	{"sony wh1000xm5", "FONE-SONY-XM5"},
	{"sony xm5", "FONE-SONY-XM5"},
	{"wh-1000xm5", "FONE-SONY-XM5"},
	{"jbl tune 520", "FONE-JBL-TUNE-520"},
	{"fone jbl", "FONE-JBL-TUNE-520"},
	{"mx master", "MOUSE-MX-3S"},
	{"mouse m170", "MOUSE-M170"},
	{"k380", "TECLADO-K380"},
	{"pixel buds", "PIXEL-BUDS-PRO-2"},

	// What the shop does not have.
	{"pixel 11", "-"},
	{"pixel 8a", "-"},
	{"pixel 10 mini", "-"},
	{"galaxy s26", "-"},
	{"galaxy s25 plus", "-"},
	{"galaxy s25 fe", "-"},
	{"galaxy s24 ultra", "-"},
	{"iphone 15", "-"},
	{"iphone 16 pro", "-"},
	{"iphone 16 pro max", "-"},
	{"iphone 16 512gb", "-"},
	{"moto g84", "-"},
	{"redmi note 13", "-"},
	{"playstation 5", "-"},
	{"um playstation", "-"},
	{"nintendo switch 2", "-"},
	{"xbox", "-"},
	{"jbl charge 5", "-"},
	{"jbl flip 5", "-"},
	{"caixa flip 4", "-"},
	{"tênis nike pegasus", "-"},
	{"tênis puma", "-"},
	{"nike air max", "-"},
	{"café melitta", "-"},
	{"capinha do iphone 16", "-"},
	{"phone case for iphone 16", "-"},
	{"película pro galaxy s25", "-"},
	{"cabo usb-c de 3 metros", "-"},
	{"cabo lightning de 2 metros", "-"},
	{"carregador de 100w", "-"},
	{"ssd de 4 tera", "-"},
	{"geladeira", "-"},
	{"a washing machine", "-"},
	{"una heladera", "-"},
	{"ração de cachorro", "-"},
	{"macbook", "-"},
	{"notebook dell", "-"},
	{"livro do harry potter", "-"},
	{"airpods", "-"},
	{"bicicleta", "-"},
	{"galaxy s25 edge", "-"},
	{"pixel 10a", "-"},
	{"pixel fold", "-"},
	{"pixel watch", "-"},
	{"galaxy buds", "-"},
	{"iphone 16e", "-"},
	{"redmi note 14 pro", "-"},
	{"jbl charge 6", "-"},
	{"sony xm4", "-"},
	{"mx anywhere 3s", "-"},
	{"corre 5", "-"},
	{"revolution 6", "-"},
	{"ultraboost 22", "-"},
	{"carregador apple 30w", "-"},
	{"cabo usb-c samsung", "-"},
	{"hd externo seagate 1tb", "-"},
	{"chocolate lindt 70%", "-"},
	{"chocolate branco", "-"},
	{"bota de camurça", "-"},
	{"cápsulas nespresso", "-"},
	{"garrafa stanley de 500 ml", "-"},
	{"memórias de um sargento", "-"},
	{"caixa de ferramentas", "-"},
	{"mouse pad", "-"},
	{"capa de chuva", "-"},
	{"filtro de água", "-"},

	// Measures.
	{"cabo usb-c de 2 metros", "CABO-USBC-2M"},
	{"cabo usb c 1m", "CABO-USBC-1M"},
	{"cabo usbc de um metro", "CABO-USBC-1M"},
	{"cabo hdmi de dois metros", "CABO-HDMI-2M"},
	{"the two meter usb-c cable", "CABO-USBC-2M"},
	{"cable hdmi de 2 metros", "CABO-HDMI-2M"},
	{"cable usb-c de 100 cm", "CABO-USBC-1M"},
	{"carregador 65 watts", "CARREGADOR-65W"},
	{"fonte de 30w", "CARREGADOR-30W"},
	{"65w charger", "CARREGADOR-65W"},
	{"cargador de 30 w", "CARREGADOR-30W"},
	{"power bank de 20 mil", "POWERBANK-20K"},
	{"powerbank 10000 mah", "POWERBANK-10K"},
	{"bateria externa de 10.000", "POWERBANK-10K"},
	{"portable charger 20000mah", "POWERBANK-20K"},
	{"ssd de 1 tera", "SSD-EXT-1TB"},
	{"hd externo de 2tb", "SSD-EXT-2TB"},
	{"external drive 1 terabyte", "SSD-EXT-1TB"},
	{"disco externo de dos teras", "SSD-EXT-2TB"},
	{"hd externo de 1000 gb", "SSD-EXT-1TB"},
	{"café pilão de meio quilo", "CAFE-PILAO-500"},
	{"café pilão 250 gramas", "CAFE-PILAO-DESCAF"},
	{"um quilo de erva-mate", "ERVA-MATE-1KG"},
	{"mochila de 25 litros", "MOCHILA-25L"},
	{"garrafa térmica de um litro", "GARRAFA-TERMICA-1L"},
	{"prensa francesa 1 litro", "PRENSA-FRANCESA-1L"},
	{"filtro 103", "FILTRO-103"},
	{"chocolate 70%", "CHOCOLATE-70"},

	// Kinds of goods in three languages.
	{"capinha do pixel 10", "CAPA-PIXEL-10"},
	{"capa pro pixel 10 pro", "CAPA-PIXEL-10-PRO"},
	{"case for the pixel 10 pro", "CAPA-PIXEL-10-PRO"},
	{"pixel 10 case", "CAPA-PIXEL-10"},
	{"funda para pixel 10", "CAPA-PIXEL-10"},
	{"película do pixel 10 pro", "PELICULA-PIXEL-10-PRO"},
	{"screen protector", "PELICULA-PIXEL-10-PRO"},
	{"protector de pantalla", "PELICULA-PIXEL-10-PRO"},
	{"lightning cable", "CABO-LIGHTNING-1M"},
	{"speaker", "CAIXA-JBL-FLIP-6 CAIXA-JBL-GO-4"},
	{"parlante jbl flip 6", "CAIXA-JBL-FLIP-6"},
	{"sony headphones", "FONE-SONY-XM5"},
	{"audífonos sony", "FONE-SONY-XM5"},
	{"laptop lenovo", "NOTE-IDEAPAD-15"},
	{"computador", "NOTE-IDEAPAD-15"},
	{"a laptop", "NOTE-IDEAPAD-15"},
	{"la notebook", "NOTE-IDEAPAD-15"},
	{"wireless mouse", "MOUSE-M170"},
	{"ratón inalámbrico", "MOUSE-M170"},
	{"mouse sem fio", "MOUSE-M170"},
	{"keyboard", "TECLADO-K380"},
	{"teclado", "TECLADO-K380"},
	{"backpack", "MOCHILA-25L"},
	{"a waterproof backpack", "MOCHILA-25L"},
	{"running shoes nike", "TENIS-REVOLUTION-7"},
	{"zapatillas adidas", "TENIS-ULTRABOOST"},
	{"tênis da olympikus", "TENIS-CORRE-4"},
	{"all star", "TENIS-ALL-STAR"},
	{"converse sneakers", "TENIS-ALL-STAR"},
	{"flip flops", "CHINELO-TOP"},
	{"chanclas", "CHINELO-TOP"},
	{"havaianas", "CHINELO-TOP"},
	{"leather boots", "BOTA-COTURNO"},
	{"botas de cuero", "BOTA-COTURNO"},
	{"coturno", "BOTA-COTURNO"},
	{"ballet flats", "SAPATILHA-MOLECA"},
	{"cotton t-shirt", "CAMISETA-BASICA"},
	{"remera de algodón", "CAMISETA-BASICA"},
	{"camisa dry fit", "CAMISETA-DRY"},
	{"camiseta dryfit", "CAMISETA-DRY"},
	{"sports socks", "MEIA-KIT-3"},
	{"calcetines", "MEIA-KIT-3"},
	{"meias", "MEIA-KIT-3"},
	{"decaf coffee", "CAFE-PILAO-DESCAF"},
	{"café descafeinado", "CAFE-PILAO-DESCAF"},
	{"coffee beans", "CAFE-GRAO-1KG"},
	{"café en grano", "CAFE-GRAO-1KG"},
	{"café santa mônica", "CAFE-GRAO-1KG"},
	{"serra clara", "CAFE-SERRA-CLARA"},
	{"cápsulas de café", "CAPSULA-ESPRESSO-10"},
	{"coffee pods", "CAPSULA-ESPRESSO-10"},
	{"paper filters", "FILTRO-103"},
	{"coador", "FILTRO-103"},
	{"yerba mate", "ERVA-MATE-1KG"},
	{"erva de chimarrão", "ERVA-MATE-1KG"},
	{"dark chocolate", "CHOCOLATE-70"},
	{"chocolate amargo", "CHOCOLATE-70"},
	{"barra de chocolate", "CHOCOLATE-70"},
	{"moka", "CAFETEIRA-ITALIANA-6"},
	{"moka pot", "CAFETEIRA-ITALIANA-6"},
	{"cafetera italiana", "CAFETEIRA-ITALIANA-6"},
	{"french press", "PRENSA-FRANCESA-1L"},
	{"thermos", "GARRAFA-TERMICA-1L"},
	{"garrafa stanley", "GARRAFA-TERMICA-1L"},
	{"dom casmurro", "LIVRO-DOM-CASMURRO"},
	{"brás cubas", "LIVRO-BRAS-CUBAS"},
	{"memorias postumas", "LIVRO-BRAS-CUBAS"},
	{"grande sertão", "LIVRO-GRANDE-SERTAO"},
	{"capitães da areia", "LIVRO-CAPITAES"},
	{"livro do machado de assis", "LIVRO-BRAS-CUBAS LIVRO-DOM-CASMURRO"},
	{"guimarães rosa", "LIVRO-GRANDE-SERTAO"},
	{"jorge amado", "LIVRO-CAPITAES"},
	{"the go programming book", "LIVRO-GO"},
	{"livro de golang", "LIVRO-GO"},

	// Slips.
	{"galaxi s25", "GALAXY-S25"},
	{"ifone 16 256", "IPHONE-16-256"},
	{"caregador 65w", "CARREGADOR-65W"},
	{"carregador portatil de 20.000", "POWERBANK-20K"},
	{"camizeta básica", "CAMISETA-BASICA"},
	{"cafe pilao desacfeinado", "CAFE-PILAO-DESCAF"},
	{"dom casmuro", "LIVRO-DOM-CASMURRO"},
	{"chinelo avaianas", "CHINELO-TOP"},
	{"tenis ultrabost", "TENIS-ULTRABOOST"},
	{"revolutin 7", "TENIS-REVOLUTION-7"},
	{"headphnes sony", "FONE-SONY-XM5"},
	{"moxila impermeavel", "MOCHILA-25L"},
	{"sapatlha moleca", "SAPATILHA-MOLECA"},

	// Colours and sizes.
	{"corre 4 preto 42", "TENIS-CORRE-4-PRETO-42"},
	{"corre 4 preta tamanho 42", "TENIS-CORRE-4-PRETO-42"},
	{"corre 4 azul", "TENIS-CORRE-4 [cor=Azul]"},
	{"corre 4 número 40", "TENIS-CORRE-4 [tamanho=40]"},
	{"all star vermelho 38", "TENIS-ALL-STAR-VERMELHO-38"},
	{"red converse size 38", "TENIS-ALL-STAR-VERMELHO-38"},
	{"converse rojas talla 38", "TENIS-ALL-STAR-VERMELHO-38"},
	{"black boots 41", "BOTA-COTURNO-PRETO-41"},
	{"botas negras 41", "BOTA-COTURNO-PRETO-41"},
	{"bota marrom", "BOTA-COTURNO [cor=Marrom]"},
	{"brown leather boots", "BOTA-COTURNO [cor=Marrom]"},
	{"havaiana rosa 37", "CHINELO-TOP-ROSA-37-38"},
	{"chinelo azul 39/40", "CHINELO-TOP-AZUL-39-40"},
	{"camiseta básica preta M", "CAMISETA-BASICA-PRETO-M"},
	{"camisetas básicas pretas tamanho GG", "CAMISETA-BASICA-PRETO-GG"},
	{"white cotton t-shirt size L", "CAMISETA-BASICA-BRANCO-G"},
	{"remera de algodón blanca talla M", "CAMISETA-BASICA-BRANCO-M"},
	{"gray basic tee in medium", "CAMISETA-BASICA-CINZA-M"},
	{"dry fit azul P", "CAMISETA-DRY-AZUL-P"},
	{"mochila verde", "MOCHILA-25L-VERDE"},
	{"black backpack", "MOCHILA-25L-PRETO"},
	{"mochila negra", "MOCHILA-25L-PRETO"},
	{"capinha rosa do pixel 10", "CAPA-PIXEL-10-ROSA"},
	{"pink case for pixel 10 pro", "CAPA-PIXEL-10-PRO-ROSA"},
	{"funda azul para pixel 10", "CAPA-PIXEL-10-AZUL"},
	{"sapatilha nude 36", "SAPATILHA-MOLECA-NUDE-36"},
	{"capinha azul", "CAPA-PIXEL-10 CAPA-PIXEL-10-PRO"},

	// Ambiguity.
	{"pixel", "PIXEL-10 PIXEL-10-PRO PIXEL-10-PRO-XL PIXEL-9A PIXEL-BUDS-PRO-2"},
	{"cabo usb-c", "CABO-USBC-1M CABO-USBC-2M"},
	{"café pilão", "CAFE-PILAO-500 CAFE-PILAO-DESCAF"},
	{"um galaxy", "GALAXY-A16 GALAXY-S25 GALAXY-S25-ULTRA"},
	{"logitech mouse", "MOUSE-M170 MOUSE-MX-3S"},
	{"ssd externo", "SSD-EXT-1TB SSD-EXT-2TB"},
	{"um power bank", "POWERBANK-10K POWERBANK-20K"},

	// With words around it that say nothing.
	{"aquele fone da jbl, o tune 520, sabe", "FONE-JBL-TUNE-520"},
	{"o cabo hdmi pra ligar na tv", "CABO-HDMI-2M"},
	{"um dom casmurro pra minha mãe", "LIVRO-DOM-CASMURRO"},
	{"a nice keyboard for my office", "TECLADO-K380"},
	{"o moto g85 que eu vi ontem", "MOTO-G85"},
	{"una mochila para mi hijo por favor", "MOCHILA-25L"},
	{"oxe um pixel 9a visse", "PIXEL-9A"},
	{"duas caixas de cápsulas de café", "CAPSULA-ESPRESSO-10"},
}

func TestMentions(t *testing.T) {
	t.Parallel()
	for _, m := range mentions {
		if got := mentioned(t, Conversation{}, m.said); got != m.want {
			t.Errorf("%q:\n got %s\nwant %s", m.said, got, m.want)
		}
	}
}

// mentionsAmong have a conversation behind them.
var mentionsAmong = []struct {
	results, basket string
	focus           ids.Product
	mention
}{
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o primeiro", "PIXEL-10"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o segundo", "PIXEL-10-PRO"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o último", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"the last one", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"el último", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o do meio", "PIXEL-10-PRO"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"the middle one", "PIXEL-10-PRO"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"a opção 3", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o 2º", "PIXEL-10-PRO"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"the 3rd", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o quarto", "-"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o mais barato", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o mais caro desses", "PIXEL-10-PRO"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"the cheapest of those", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o 9a", "PIXEL-9A"}},
	{"PIXEL-10 PIXEL-10-PRO PIXEL-9A", "", "", mention{"o pro", "PIXEL-10-PRO"}},
	{"GALAXY-S25 GALAXY-S25-ULTRA", "", "", mention{"o normal", "GALAXY-S25"}},
	{"GALAXY-S25 GALAXY-S25-ULTRA", "", "", mention{"o ultra", "GALAXY-S25-ULTRA"}},
	{"GALAXY-S25 GALAXY-S25-ULTRA", "", "", mention{"the one that is not the ultra", "GALAXY-S25"}},
	{"LIVRO-DOM-CASMURRO LIVRO-BRAS-CUBAS LIVRO-CAPITAES", "", "", mention{"o de 34,90", "LIVRO-BRAS-CUBAS"}},
	{"LIVRO-DOM-CASMURRO LIVRO-BRAS-CUBAS LIVRO-CAPITAES", "", "", mention{"o de R$ 49,90", "LIVRO-CAPITAES"}},
	{"CAIXA-JBL-GO-4 CAIXA-JBL-FLIP-6", "", "CAIXA-JBL-GO-4", mention{"o outro", "CAIXA-JBL-FLIP-6"}},
	{"CAIXA-JBL-GO-4 CAIXA-JBL-FLIP-6", "", "CAIXA-JBL-GO-4", mention{"the other one", "CAIXA-JBL-FLIP-6"}},
	{"CAPA-PIXEL-10", "", "CAPA-PIXEL-10", mention{"rosa", "CAPA-PIXEL-10-ROSA"}},
	{"CABO-USBC-1M CABO-USBC-2M", "", "", mention{"o de 2 metros", "CABO-USBC-2M"}},
	{"CABO-USBC-1M CABO-USBC-2M", "", "", mention{"o mais comprido", "CABO-USBC-2M"}},
	{"CABO-USBC-1M CABO-USBC-2M", "", "", mention{"the longer one", "CABO-USBC-2M"}},
	{"CABO-USBC-1M CABO-USBC-2M", "", "", mention{"el más corto", "CABO-USBC-1M"}},
	{"POWERBANK-10K POWERBANK-20K", "", "", mention{"o maior", "POWERBANK-20K"}},
	{"POWERBANK-10K POWERBANK-20K", "", "", mention{"the smaller one", "POWERBANK-10K"}},
	{"", "", "CAIXA-JBL-GO-4", mention{"esse aí", "CAIXA-JBL-GO-4"}},
	{"", "", "CAIXA-JBL-GO-4", mention{"that one", "CAIXA-JBL-GO-4"}},
	{"", "", "CAIXA-JBL-GO-4", mention{"ese mismo", "CAIXA-JBL-GO-4"}},
	{"", "", "CAIXA-JBL-GO-4", mention{"esse à prova d'água", "CAIXA-JBL-GO-4"}},
	{"", "", "TENIS-CORRE-4", mention{"esse preto 42", "TENIS-CORRE-4-PRETO-42"}},
	{"", "", "TENIS-CORRE-4", mention{"na cor azul", "TENIS-CORRE-4 [cor=Azul]"}},
	{"TENIS-CORRE-4 TENIS-REVOLUTION-7", "", "", mention{"o nike branco 40", "TENIS-REVOLUTION-7-BRANCO-40"}},
	{"TENIS-CORRE-4 TENIS-REVOLUTION-7", "", "", mention{"o segundo, preto 41", "TENIS-REVOLUTION-7-PRETO-41"}},
	{"", "LIVRO-GRANDE-SERTAO CHOCOLATE-70", "", mention{"esse livro daí", "LIVRO-GRANDE-SERTAO"}},
	{"", "GARRAFA-TERMICA-1L ERVA-MATE-1KG", "", mention{"a térmica", "GARRAFA-TERMICA-1L"}},
	{"", "CABO-USBC-1M CABO-HDMI-2M PIXEL-9A", "", mention{"o cabo", "CABO-HDMI-2M CABO-USBC-1M"}},
	{"", "CABO-USBC-1M PIXEL-9A", "", mention{"o celular", "PIXEL-9A"}},
	{"", "MOUSE-M170 TECLADO-K380", "", mention{"the keyboard", "TECLADO-K380"}},
	{"", "MOUSE-M170 TECLADO-K380", "", mention{"el segundo", "TECLADO-K380"}},
	{"", "MOUSE-M170 TECLADO-K380", "", mention{"o item 1", "MOUSE-M170"}},
	{"", "GALAXY-S25 GALAXY-S25-ULTRA", "", mention{"o s25", "GALAXY-S25"}},
	{"", "CAFE-PILAO-500 CAFE-GRAO-1KG", "", mention{"o café em grão", "CAFE-GRAO-1KG"}},
}

func TestMentionsInAConversation(t *testing.T) {
	t.Parallel()
	for _, m := range mentionsAmong {
		c := Conversation{Results: products(strings.Fields(m.results)...), Focus: m.focus}
		for _, id := range strings.Fields(m.basket) {
			c.Lines = append(c.Lines, Line{Product: ids.Product(id), Quantity: 1})
		}
		if got := mentioned(t, c, m.said); got != m.want {
			t.Errorf("%q of %s%s%s:\n got %s\nwant %s", m.said, m.results, m.basket, m.focus, got, m.want)
		}
	}
}

// mentioned is what a phrase names, in the form of a mention.
func mentioned(t *testing.T, c Conversation, said string) string {
	t.Helper()
	x := evaluationIndex(t)
	text := clean(said)
	tokens := tokenize(text)
	r := reader{index: x, language: languageOf(text, tokens, lang.Portuguese)}
	spans := r.findSpans(text)
	_, _, tokens = r.takeQuantity(glueUnits(x.spell(mask(tokens, spans))))
	s := r.target(c, phrase{tokens: tokens, spans: spans, basket: len(c.Lines) > 0}).slots(Slots{})
	switch {
	case s.Variant != "":
		return s.Variant
	case len(s.Options) > 0:
		var out []string
		for axis, label := range s.Options {
			out = append(out, axis+"="+label)
		}
		slices.Sort(out)
		return s.Product + " [" + strings.Join(out, " ") + "]"
	case s.Product != "":
		return s.Product
	case len(s.Candidates) > 0:
		slices.Sort(s.Candidates)
		return strings.Join(s.Candidates, " ")
	}
	return "-"
}

// evaluationIndex is the index of the evaluation catalogue.
func evaluationIndex(t *testing.T) *Index {
	t.Helper()
	return NewIndex(evaluationProducts(t))
}

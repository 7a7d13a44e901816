package intents

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// A synthetic catalogue has what makes a real one hard: many makers, few kinds of goods,
// families of models that differ by a number, a word or a measure, and goods made for
// other goods.

// kind is a kind of goods: its name in a title and in two other languages, and what tells
// one model from the next.
type kind struct {
	title, english, spanish string
	category                string
	tags                    string
	// measures are the sizes of a family, marks the words after a model number.
	measures, marks string
	// colors and sizes are the options.
	colors, sizes string
	// plain says that models have a name but no number.
	plain bool
}

const (
	shades  = "Preto Branco Azul Vermelho Cinza Verde Rosa"
	letters = "P M G GG"
	shoes   = "36 37 38 39 40 41 42 43"
)

var kinds = []kind{
	{title: "Celular", english: "cell phone", spanish: "móvil", category: "Celulares", tags: "smartphone", measures: "128 GB|256 GB|512 GB", marks: "|Pro|Pro Max|Ultra|Lite"},
	{title: "Tablet", english: "tablet", spanish: "tableta", category: "Informática", measures: "64 GB|128 GB", marks: "|Plus|Lite"},
	{title: "Notebook", english: "laptop", spanish: "portátil", category: "Informática", tags: "computador", measures: "8 GB|16 GB|32 GB", marks: "|Pro|Air"},
	{title: "Fone de ouvido", english: "headphones", spanish: "auriculares", category: "Áudio", tags: "bluetooth", marks: "|Pro|Lite", colors: "Preto Branco Azul"},
	{title: "Caixa de som", english: "speaker", spanish: "altavoz", category: "Áudio", tags: "bluetooth", measures: "10 W|20 W|60 W", marks: "|Mini|Max"},
	{title: "Smart TV", english: "television", spanish: "televisor", category: "TV", measures: "43 polegadas|50 polegadas|65 polegadas"},
	{title: "Mouse sem fio", english: "wireless mouse", spanish: "ratón inalámbrico", category: "Informática"},
	{title: "Teclado mecânico", english: "mechanical keyboard", spanish: "teclado mecánico", category: "Informática", marks: "|Mini|Pro"},
	{title: "Cabo USB-C", english: "USB-C cable", spanish: "cable USB-C", category: "Acessórios", measures: "1 m|2 m|3 m"},
	{title: "Carregador", english: "charger", spanish: "cargador", category: "Acessórios", measures: "20 W|30 W|65 W|100 W"},
	{title: "Carregador portátil", english: "power bank", spanish: "batería externa", category: "Acessórios", measures: "10.000 mAh|20.000 mAh"},
	{title: "Capa", english: "case", spanish: "funda", category: "Acessórios", tags: "capinha", colors: "Preto Azul Rosa"},
	{title: "Tênis", english: "sneakers", spanish: "zapatillas", category: "Calçados", tags: "corrida", colors: shades, sizes: shoes},
	{title: "Bota", english: "boots", spanish: "botas", category: "Calçados", colors: "Preto Marrom", sizes: shoes, plain: true},
	{title: "Sandália", english: "sandals", spanish: "sandalias", category: "Calçados", colors: shades, sizes: shoes, plain: true},
	{title: "Camiseta", english: "t-shirt", spanish: "remera", category: "Roupas", colors: shades, sizes: letters, plain: true},
	{title: "Calça jeans", english: "jeans", spanish: "vaqueros", category: "Roupas", colors: "Azul Preto", sizes: "38 40 42 44", plain: true},
	{title: "Vestido", english: "dress", spanish: "vestido", category: "Roupas", colors: shades, sizes: letters, plain: true},
	{title: "Jaqueta", english: "jacket", spanish: "chaqueta", category: "Roupas", colors: shades, sizes: letters, plain: true},
	{title: "Mochila", english: "backpack", spanish: "mochila", category: "Malas", measures: "15 L|25 L|40 L", colors: "Preto Cinza Verde"},
	{title: "Café torrado", english: "coffee", spanish: "café", category: "Mercearia", measures: "250 g|500 g|1 kg", plain: true},
	{title: "Chocolate ao leite", english: "milk chocolate", spanish: "chocolate con leche", category: "Mercearia", measures: "90 g|200 g", plain: true},
	{title: "Azeite extra virgem", english: "olive oil", spanish: "aceite de oliva", category: "Mercearia", measures: "250 ml|500 ml", plain: true},
	{title: "Panela de pressão", english: "pressure cooker", spanish: "olla a presión", category: "Cozinha", measures: "3 L|4,5 L|7 L", plain: true},
	{title: "Frigideira", english: "frying pan", spanish: "sartén", category: "Cozinha", measures: "20 cm|24 cm|28 cm", plain: true},
	{title: "Liquidificador", english: "blender", spanish: "licuadora", category: "Eletroportáteis", measures: "600 W|900 W|1200 W"},
	{title: "Air fryer", english: "air fryer", spanish: "freidora de aire", category: "Eletroportáteis", measures: "3,5 L|5 L"},
	{title: "Geladeira", english: "refrigerator", spanish: "heladera", category: "Eletrodomésticos", measures: "300 L|400 L", marks: "|Plus"},
	{title: "Garrafa térmica", english: "thermos", spanish: "termo", category: "Cozinha", measures: "500 ml|1 L", colors: "Preto Azul", plain: true},
	{title: "Travesseiro", english: "pillow", spanish: "almohada", category: "Casa", plain: true},
	{title: "Jogo de cama", english: "bedding set", spanish: "juego de sábanas", category: "Casa", sizes: "Solteiro Casal Queen", colors: "Branco Azul Cinza", plain: true},
	{title: "Toalha de banho", english: "bath towel", spanish: "toalla de baño", category: "Casa", colors: shades, plain: true},
	{title: "Luminária", english: "lamp", spanish: "lámpara", category: "Casa", plain: true},
	{title: "Bola de futebol", english: "soccer ball", spanish: "pelota de fútbol", category: "Esportes", plain: true},
	{title: "Bicicleta", english: "bicycle", spanish: "bicicleta", category: "Esportes", marks: "|Pro|Sport", colors: "Preto Vermelho"},
	{title: "Halter", english: "dumbbell", spanish: "mancuerna", category: "Esportes", measures: "2 kg|5 kg|10 kg", plain: true},
	{title: "Xampu", english: "shampoo", spanish: "champú", category: "Beleza", measures: "200 ml|400 ml", plain: true},
	{title: "Perfume", english: "perfume", spanish: "colonia", category: "Beleza", measures: "50 ml|100 ml", plain: true},
	{title: "Batom", english: "lipstick", spanish: "labial", category: "Beleza", colors: "Vermelho Rosa Nude", plain: true},
	{title: "Boneca", english: "doll", spanish: "muñeca", category: "Brinquedos", plain: true},
	{title: "Quebra-cabeça", english: "jigsaw puzzle", spanish: "rompecabezas", category: "Brinquedos", plain: true},
	{title: "Ração para cães", english: "dog food", spanish: "alimento para perros", category: "Pet", measures: "1 kg|3 kg|15 kg", plain: true},
	{title: "Furadeira", english: "drill", spanish: "taladro", category: "Ferramentas", measures: "500 W|750 W"},
	{title: "Caneta", english: "pen", spanish: "bolígrafo", category: "Papelaria", colors: "Azul Preto Vermelho", plain: true},
	{title: "Caderno", english: "notebook", spanish: "cuaderno", category: "Papelaria", plain: true},
	{title: "Relógio", english: "watch", spanish: "reloj", category: "Acessórios", colors: "Preto Prata", marks: "|Pro"},
	{title: "Óculos de sol", english: "sunglasses", spanish: "gafas de sol", category: "Acessórios", plain: true},
	{title: "Guarda-chuva", english: "umbrella", spanish: "paraguas", category: "Acessórios", colors: "Preto Azul", plain: true},
}

// article is a product of a synthetic catalogue with the parts of its name.
type article struct {
	*catalog.Product
	kind                          kind
	family, number, mark, measure string
	// host is what an accessory is for.
	host string
}

// model is the name of the model, without maker and kind.
func (a article) model() string {
	return strings.Join(strings.Fields(a.family+" "+a.number+" "+a.mark), " ")
}

// warehouse makes a catalogue of n products, always the same one.
func warehouse(n int) []article {
	g := &generator{random: rand.New(rand.NewPCG(7, uint64(n))), names: map[string]bool{}}
	for len(g.out) < n {
		g.family(kinds[g.random.IntN(len(kinds))], n)
	}
	return g.out[:n]
}

type generator struct {
	random *rand.Rand
	names  map[string]bool
	brands []string
	out    []article
}

// name invents a word that reads like a brand, never one that was there before.
func (g *generator) name(syllables int) string {
	const heads, vowels, tails = "b br c d f fl g gr j k l m n p pr r s st t tr v z ch", "a e i o u", " l n r s x"
	pick := func(list string) string {
		parts := strings.Split(list, " ")
		return parts[g.random.IntN(len(parts))]
	}
	for {
		var b strings.Builder
		for range syllables {
			b.WriteString(pick(heads) + pick(vowels))
		}
		b.WriteString(pick(tails))
		word := b.String()
		if len(word) >= 4 && !g.names[word] && !stopWords[word] {
			g.names[word] = true
			return strings.ToUpper(word[:1]) + word[1:]
		}
	}
}

// brand is a maker: few of them make most things.
func (g *generator) brand() string {
	if len(g.brands) < 40 || g.random.IntN(60) == 0 {
		g.brands = append(g.brands, g.name(2+g.random.IntN(2)))
	}
	return g.brands[min(g.random.IntN(len(g.brands)), g.random.IntN(len(g.brands)))]
}

// family makes the models of one line of a maker, one of each number, mark and measure.
func (g *generator) family(k kind, limit int) {
	brand, family := g.brand(), g.name(2+g.random.IntN(2))
	numbers := []string{""}
	if !k.plain {
		numbers = nil
		base := 1 + g.random.IntN(60)
		letter := []string{"", "", "", "S", "A", "G", "X"}[g.random.IntN(7)]
		for i := range 1 + g.random.IntN(3) {
			numbers = append(numbers, fmt.Sprintf("%s%d", letter, base+i))
		}
	}
	for _, number := range numbers {
		for _, mark := range strings.Split(k.marks, "|") {
			for _, measure := range strings.Split(k.measures, "|") {
				if len(g.out) < limit && g.random.IntN(4) > 0 {
					g.add(article{kind: k, family: family, number: number, mark: mark, measure: measure}, brand)
				}
			}
		}
	}
}

func (g *generator) add(a article, brand string) {
	k := a.kind
	parts := []string{k.title, brand, a.model(), a.measure}
	tags := []string{k.title}
	if k.tags != "" {
		tags = append(tags, k.tags)
	}
	if k.title == "Capa" {
		host := g.phone()
		if host == nil {
			return
		}
		a.host, a.family, a.number, a.mark = host.model(), "", "", ""
		parts = []string{"Capa de silicone para", a.host}
		tags = []string{"capinha"}
	}
	id := fmt.Sprintf("P%06d", len(g.out))
	price := money.Amount(1000 + g.random.IntN(500000))
	a.Product = &catalog.Product{
		ID: ids.Product(id), Title: strings.Join(strings.Fields(strings.Join(parts, " ")), " "), Brand: brand, Category: k.category, Tags: tags,
		Description: k.title + " da " + brand + ", com garantia de um ano.",
		Variants:    []catalog.Variant{{ID: ids.Variant(id), Price: price}},
	}
	if k.colors != "" {
		inSizes(a.Product, k.colors, k.sizes)
	}
	g.out = append(g.out, a)
}

// phone is a phone that is already in the catalogue, nil if there is none.
func (g *generator) phone() *article {
	for range 50 {
		if len(g.out) == 0 {
			return nil
		}
		if a := &g.out[g.random.IntN(len(g.out))]; a.kind.title == "Celular" {
			return a
		}
	}
	return nil
}

// goods are the products of the articles.
func goods(list []article) []*catalog.Product {
	var out []*catalog.Product
	for _, a := range list {
		out = append(out, a.Product)
	}
	return out
}

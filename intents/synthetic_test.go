package intents

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// Kinds of goods: those that the evaluation set has nothing of, and those that it has.
const (
	otherKinds = `Sofá|Luminária|Furadeira|Bicicleta|Ração para gatos|Tapete|Cortina|Violão|Barraca de camping|Panela de pressão|Ventilador
		Xampu|Almofada|Guarda-roupa|Escrivaninha|Escada dobrável|Martelo|Boneca|Carrinho de bebê|Protetor solar|Perfume|Relógio de parede
		Guarda-chuva|Vaso de cerâmica|Toalha de banho|Lençol|Colchão|Geladeira|Fogão|Micro-ondas|Liquidificador|Aspirador|Bola de vôlei
		Raquete|Prancha|Capacete|Pneu|Bateria automotiva|Tinta acrílica|Pincel|Lixadeira|Serra circular|Mangueira|Semente de girassol`
	rivalKinds = `Celular:celular,smartphone,android|Fone de ouvido:fone,headphone,bluetooth|Caixa de som:caixinha,speaker|Tênis:tênis,corrida
		Camiseta:camisa,blusa|Cabo USB-C:cabo|Carregador USB-C:fonte,tomada|Café:café|Notebook:laptop,computador|Mouse:mouse|Teclado:teclado
		Mochila:mochila|Chinelo:sandália|Bota:bota|Chocolate:chocolate|SSD externo:hd externo|Garrafa:garrafa|Meia:meia|Capa de silicone:capinha,case`
	syntheticColors = "Preto Branco Azul Verde Vermelho Cinza Rosa Amarelo Roxo Bege"
	traits          = "Compacto|Premium|Urbano|Clássico|Leve|Max|Plus|Eco|Smart|Home|Turbo|Slim|Sport|Kids|Flex"
)

// synthetic makes n invented products, always the same ones: of other kinds than the
// evaluation set has, or else rivals of its products, of the same kinds.
func synthetic(n int, rivals bool) []*catalog.Product {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	id, kinds := "OTHER-%06d", strings.FieldsFunc(otherKinds, isSeparator)
	if rivals {
		id, kinds = "RIVAL-%06d", strings.FieldsFunc(rivalKinds, isSeparator)
	}
	brands := inventedNames(random, 40+n/50)
	trait := strings.Split(traits, "|")
	out := make([]*catalog.Product, n)
	for i := range out {
		kind, tags, _ := strings.Cut(strings.TrimSpace(kinds[random.IntN(len(kinds))]), ":")
		brand := brands[random.IntN(len(brands))]
		model := fmt.Sprintf("%c%d", 'A'+rune(random.IntN(26)), 100+random.IntN(900))
		title := fmt.Sprintf("%s %s %s %s", kind, brand, trait[random.IntN(len(trait))], model)
		p := &catalog.Product{
			ID: ids.Product(fmt.Sprintf(id, i)), Title: title, Brand: brand, Category: kind,
			Description: fmt.Sprintf("%s da %s, com garantia de um ano.", kind, brand),
		}
		if tags != "" {
			p.Tags = strings.Split(tags, ",")
		}
		price := money.Amount(1000 + random.IntN(500_000))
		p.Variants = []catalog.Variant{{ID: ids.Variant(p.ID), Title: title, Price: price}}
		if i%5 == 0 {
			inSizes(p, syntheticColors[:len("Preto Branco Azul")], "")
		}
		out[i] = p
	}
	return out
}

func isSeparator(r rune) bool { return r == '|' || r == '\n' }

// inventedNames makes n names that are no words of the three languages.
func inventedNames(random *rand.Rand, n int) []string {
	const onsets, vowels, ends = "b br c d f fl g j k l m n p pr r s t tr v x z", "a e i o u", "l m n r x z"
	pick := func(list string) string {
		words := strings.Fields(list)
		return words[random.IntN(len(words))]
	}
	out := make([]string, n)
	for i := range out {
		name := pick(onsets) + pick(vowels) + pick(onsets) + pick(vowels) + pick(onsets) + pick(vowels) + pick(ends)
		out[i] = strings.ToUpper(name[:1]) + name[1:]
	}
	return out
}

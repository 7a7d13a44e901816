package intents

import "balcao/internal/lang"

// numberWords are the numbers people write as words, in Portuguese, Spanish and English.
// The articles among them (um, una, a) are in articles too.
var numberWords = map[string]int64{
	"zero": 0, "nenhum": 0, "nenhuma": 0, "cero": 0, "ningun": 0,
	"um": 1, "uma": 1, "un": 1, "una": 1, "uno": 1, "one": 1, "a": 1, "an": 1, "hum": 1,
	"dois": 2, "duas": 2, "dos": 2, "two": 2,
	"tres": 3, "three": 3,
	"quatro": 4, "cuatro": 4, "four": 4,
	"cinco": 5, "five": 5,
	"seis": 6, "six": 6,
	"sete": 7, "siete": 7, "seven": 7,
	"oito": 8, "ocho": 8, "eight": 8,
	"nove": 9, "nueve": 9, "nine": 9,
	"dez": 10, "diez": 10, "ten": 10,
	"onze": 11, "once": 11, "eleven": 11,
	"doze": 12, "doce": 12, "twelve": 12,
	"treze": 13, "trece": 13, "thirteen": 13,
	"quatorze": 14, "catorze": 14, "catorce": 14, "fourteen": 14,
	"quinze": 15, "quince": 15, "fifteen": 15,
	"dezesseis": 16, "dieciseis": 16, "sixteen": 16,
	"dezessete": 17, "diecisiete": 17, "seventeen": 17,
	"dezoito": 18, "dieciocho": 18, "eighteen": 18,
	"dezenove": 19, "diecinueve": 19, "nineteen": 19,
	"vinte": 20, "veinte": 20, "twenty": 20,
	"trinta": 30, "treinta": 30, "thirty": 30,
	"quarenta": 40, "cuarenta": 40, "forty": 40,
	"cinquenta": 50, "cincuenta": 50, "fifty": 50,
	"cento": 100, "duzentos": 200, "duzentas": 200, "trezentos": 300, "trezentas": 300, "quatrocentos": 400, "quatrocentas": 400,
	"quinhentos": 500, "quinhentas": 500, "seiscentos": 600, "setecentos": 700, "oitocentos": 800, "novecentos": 900,
	"sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"sesenta": 60, "ochenta": 80, "doscientos": 200, "quinientos": 500, "trescientos": 300, "cuatrocientos": 400, "seiscientos": 600, "setecientos": 700,
	"ochocientos": 800, "novecientos": 900, "ciento": 100, "doscientas": 200, "trescientas": 300, "seiscentas": 600,
	"veintiun": 21, "veintiuno": 21, "veintiuna": 21, "veintidos": 22, "veintitres": 23, "veinticuatro": 24, "veinticinco": 25,
	"veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29,
	"cinquentao": 50, "cincoenta": 50, "fourty": 40, "dezasseis": 16, "dezassete": 17, "dezanove": 19,
	"duzento": 200, "trezento": 300, "quatrocento": 400, "quinhento": 500, "setecentas": 700, "oitocentas": 800, "novecentas": 900,
	"cuatrocientas": 400, "quinientas": 500, "seiscientas": 600, "setecientas": 700, "ochocientas": 800, "novecientas": 900,
	"docientos": 200, "trecientos": 300, "sietecientos": 700, "nuevecientos": 900,
	"cem": 100, "cien": 100, "hundred": 100,
	"mil": 1000, "thousand": 1000,
}

// numberWordsOnlyIn are number words that mean something else in the other languages: dos
// is "of the" and doce "sweet" in Portuguese, a is "the" there.
var numberWordsOnlyIn = map[string]string{
	"dos": lang.Spanish, "doce": lang.Spanish, "once": lang.Spanish, "a": lang.English, "an": lang.English,
}

// dozens multiply the number before them; half-dozens are fixed phrases.
var (
	dozens     = table(wordList("numbers dozens"))
	halfDozens = table("meia duzia|meia-duzia|media docena|half a dozen|half dozen")
	// pieces say that the number before them counts.
	pieces = table("unidade|unidades|unidadezinha|un|und|unids|unid|pct|pcts|pacotinho|pacotinhos|par|pares|pair|pairs|pecas|copias|bolsas|cajas|peca|pecas|pacote|pacotes|pote|potes|saco|sacos|exemplar|exemplares|vezes|" +
		"unit|units|piece|pieces|pcs|bag|bags|pack|packs|box|boxes|copy|copies|paquete|paquetes|unidad|pieza|piezas|garrafas|barras|bars")
)

// units glue to the number before them and make a size, never a quantity. The value is
// the unit's short form.
var units = map[string]string{
	"m": "m", "metro": "m", "metros": "m", "meter": "m", "meters": "m", "mts": "m", "mt": "m",
	"cm": "cm", "centimetros": "cm", "mm": "mm",
	"centimetro": "cm", "centimeter": "cm", "centimeters": "cm", "milimetro": "mm", "milimetros": "mm",
	"g": "g", "gr": "g", "grama": "g", "gramo": "g", "graminhas": "g", "gramas": "g", "gramos": "g", "grams": "g",
	"kg": "kg", "kilo": "kg", "kilos": "kg", "quilo": "kg", "quilos": "kg",
	"ml": "ml", "l": "l", "litro": "l", "litros": "l", "liter": "l", "liters": "l", "lt": "l",
	"w": "w", "watt": "w", "watts": "w", "v": "v", "volts": "v",
	"gb": "gb", "giga": "gb", "gigas": "gb", "tb": "tb", "tera": "tb", "teras": "tb", "terabyte": "tb", "terabytes": "tb", "mb": "mb", "mega": "mb", "megas": "mb", "megabytes": "mb",
	"gigabyte": "gb", "gigabytes": "gb", "terinha": "tb", "metrinho": "m", "metrinhos": "m", "quilinho": "kg", "kilito": "kg", "kilitos": "kg", "quilinhos": "kg", "kilogramo": "kg", "quilograma": "kg", "quilogramas": "kg", "kgs": "kg", "kilogramos": "kg", "kilogram": "kg", "kilograms": "kg",
	"mililitros": "ml", "mililitro": "ml", "litrinho": "l", "litre": "l", "litres": "l", "metre": "m", "metres": "m",
	"mah": "mah", "miliampere": "mah", "miliamper": "mah", "miliamperios": "mah", "miliamperio": "mah", "milliamp": "mah", "milliamps": "mah", "milliampere": "mah", "milliamperes": "mah", "miliamp": "mah", "miliamperes": "mah", "miliamps": "mah", "hertz": "hz", "volt": "v", "vatios": "w", "vatio": "w", "mililiters": "ml", "milliliters": "ml", "gigabaites": "gb", "terabaite": "tb", "hz": "hz", "pol": "pol", "polegadas": "pol", "inch": "pol", "inches": "pol", "pulgadas": "pol",
}

// ordinals are places in a list; last counts from the end as -1.
var ordinals = map[string]int{
	"primeirao": 1, "primeirinho": 1, "primeirinha": 1, "primerito": 1, "primerita": 1, "segundinho": 2, "segundinha": 2, "segundito": 2, "segundita": 2, "terceirinho": 3, "tercerito": 3, "ultiminho": -1, "ultiminha": -1, "ultimito": -1,
	"primeiro": 1, "primeira": 1, "first": 1, "primero": 1, "primera": 1, "primer": 1,
	"segundo": 2, "segunda": 2, "second": 2,
	"terceiro": 3, "terceira": 3, "third": 3, "tercero": 3, "tercera": 3, "tercer": 3,
	"quarto": 4, "quarta": 4, "fourth": 4, "cuarto": 4, "cuarta": 4,
	"quinto": 5, "quinta": 5, "fifth": 5,
	"ultimo": -1, "ultima": -1, "last": -1,
	"penultimo": -2, "penultima": -2,
}

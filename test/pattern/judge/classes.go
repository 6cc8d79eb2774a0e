package main

import (
	"bufio"
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// printClasses prints the module of runtime/pattern that has Go's tables of Unicode.
func printClasses(writer *bufio.Writer) {
	var scripts []string
	for name := range unicode.Scripts {
		if name == canonical(name) {
			scripts = append(scripts, name)
		}
	}
	sort.Strings(scripts)
	categoryOf := func(r rune) string {
		for name, table := range unicode.Categories {
			if len(name) == 2 && name != "LC" && unicode.Is(table, r) {
				return name
			}
		}
		panic(r)
	}
	scriptOf := func(r rune) string {
		for at, name := range scripts {
			if unicode.Is(unicode.Scripts[name], r) {
				return code(at)
			}
		}
		return code(len(scripts))
	}
	var aliases []string
	for alias, name := range unicode.CategoryAliases {
		aliases = append(aliases, canonical(alias)+":"+name)
	}
	sort.Strings(aliases)
	fmt.Fprintf(writer, header, unicode.Version)
	print(writer, "/**\n * The general categories of all code points in ascending order: `Lu26` means 26 code points, `Lu`\n * one.\n */", "categories", runs(categoryOf))
	print(writer, "/** Alternative names of categories, each as `alias:category`. */", "aliases", aliases)
	print(writer, "/** The names of the Unicode scripts that consist of one word with one capital letter. */", "scriptNames", scripts)
	print(writer, "/**\n * The scripts of all code points in ascending order, each with a number of code points. `Aa` is the\n * first name in `scriptNames`, `Ab` the second, and so on.\n */", "scripts", runs(scriptOf))
}

const header = `/**
 * @file The classes of Unicode %s that Go's package regexp supports. The program
 * test/pattern/judge generates this file.
 */
`

func code(at int) string {
	return string([]byte{byte('A' + at/26), byte('a' + at%26)})
}

// canonical returns the form of a name in which package regexp looks it up: a capital letter and
// small ones. It finds no script whose name has another form.
func canonical(name string) string {
	name = strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	return strings.ToUpper(name[:1]) + name[1:]
}

// runs returns the values of all code points. Equal neighbours are one item with their number.
func runs(valueOf func(rune) string) []string {
	var items []string
	last, count := "", 0
	add := func() {
		switch {
		case count == 1:
			items = append(items, last)
		case count > 1:
			items = append(items, fmt.Sprint(last, count))
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		value := valueOf(r)
		if value != last {
			add()
			last, count = value, 0
		}
		count++
	}
	add()
	return items
}

// print prints a constant: a text with blanks and line breaks between the items.
func print(writer *bufio.Writer, comment, name string, items []string) {
	fmt.Fprintf(writer, "\n%s\nexport const %s = `", comment, name)
	column := 0
	for at, item := range items {
		switch {
		case at > 0 && column+1+len(item) > 98:
			fmt.Fprint(writer, "\n")
			column = 0
		case at > 0:
			fmt.Fprint(writer, " ")
			column++
		}
		fmt.Fprint(writer, item)
		column += len(item)
	}
	fmt.Fprint(writer, "`;\n")
}

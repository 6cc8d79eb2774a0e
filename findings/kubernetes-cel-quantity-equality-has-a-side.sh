#!/bin/sh
# In CEL of Kubernetes, a computed quantity equals a quantity only if it is on the left.
#
# k8s.io/apiserver v0.37.2 (Kubernetes 1.37). `quantity("1").add(quantity("2")) == quantity("3")` is
# true. With the sides exchanged, the rule compiles and is an error of every evaluation, "no such
# overload", so that a cluster refuses every object; and indexOf of a list does not find the quantity.
# The functions add and sub return a pointer (&apiservercel.Quantity), and Quantity.Equal accepts only
# the value type on its right. The documentation of the library has no such restriction.
# The same version formats `%.2e` with six digits: the precision of `%e` is the width of the text.
# Source: pkg/cel/library/quantity.go (quantityAdd), pkg/cel/quantity.go (Equal), ext/formatting.go of
# cel-go v0.29.2 (Scientific: fmt.Sprintf("%%%de", *precision)), and the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

func main() {
	env := environment.MustBaseEnvSet(version.MajorMinor(1, 37)).NewExpressionsEnv()
	for _, rule := range []string{
		`quantity("1").add(quantity("2")) == quantity("3")`,
		`quantity("3") == quantity("1").add(quantity("2"))`,
		`[quantity("3")].indexOf(quantity("1").add(quantity("2")))`,
		`"%.2e".format([2.71828])`,
		`"%.16e".format([2.71828])`,
	} {
		checked, issues := env.Compile(rule)
		if issues.Err() != nil {
			panic(issues.Err())
		}
		program, err := env.Program(checked)
		if err != nil {
			panic(err)
		}
		value, _, err := program.Eval(map[string]any{})
		if err != nil {
			fmt.Printf("%s -> error: %v\n", rule, err)
			continue
		}
		fmt.Printf("%s -> %v\n", rule, value.Value())
	}
}
GO
go mod init finding 2> /dev/null
go get k8s.io/apiserver@v0.37.2 github.com/google/cel-go@v0.29.2 2> /dev/null
go run -mod=mod . | tee output
cat > expected <<'TEXT'
quantity("1").add(quantity("2")) == quantity("3") -> true
quantity("3") == quantity("1").add(quantity("2")) -> error: no such overload
[quantity("3")].indexOf(quantity("1").add(quantity("2"))) -> -1
"%.2e".format([2.71828]) -> 2.718280×10⁰⁰
"%.16e".format([2.71828]) ->    2.718280×10⁰⁰
TEXT
diff expected output

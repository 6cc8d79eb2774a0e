// client-go-peer is a client in Go, for tests. `client-go-peer elect` takes part in an election,
// `client-go-peer formats` and `client-go-peer floats` read and write objects in all formats,
// `client-go-peer inform` follows pizzas with informers, `client-go-peer record` records events, and
// `client-go-peer write` writes pizzas.
package main

import (
	"flag"
	"fmt"
	"os"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

var commands = map[string]func(*rest.Config, *flag.FlagSet, []string){
	"elect": elect, "floats": floats, "formats": formats, "inform": inform, "record": recordEvents, "write": write,
}

func main() {
	if len(os.Args) < 3 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: client-go-peer elect|floats|formats|inform|record|write KUBECONFIG [flags]")
		os.Exit(2)
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[2])
	if err != nil {
		fail(err)
	}
	commands[os.Args[1]](config, flag.NewFlagSet(os.Args[1], flag.ExitOnError), os.Args[3:])
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

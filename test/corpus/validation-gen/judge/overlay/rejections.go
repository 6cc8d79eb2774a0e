// The main function of validation-gen, which prints for each type of a package why it is rejected.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"

	"k8s.io/code-generator/cmd/validation-gen/validators"
	"k8s.io/gengo/v2"
	"k8s.io/gengo/v2/generator"
	"k8s.io/gengo/v2/types"
	"k8s.io/klog/v2"
)

func main() {
	// Errors end the program of Kubernetes. Here they end the discovery of one type.
	klog.OsExit = func(int) { panic("exit") }
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	targets := func(context *generator.Context) []generator.Target {
		input := context.Inputs[0]
		packages := map[string]string{input: input}
		discoverer := NewTypeDiscoverer(validators.InitGlobalValidator(context, packages), packages)
		if err := discoverer.Init(context); err != nil {
			panic(err)
		}
		names := []string{}
		for name := range context.Universe[input].Types {
			names = append(names, name)
		}
		sort.Strings(names)
		found := map[string]string{}
		for _, name := range names {
			found[name] = discover(discoverer, context.Universe[input].Types[name])
		}
		if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
			panic(err)
		}
		os.Exit(0)
		return nil
	}
	if err := gengo.Execute(NameSystems(), DefaultNameSystem(), targets, gengo.StdBuildTag, os.Args[1:]); err != nil {
		panic(err)
	}
}

func discover(discoverer *typeDiscoverer, t *types.Type) (problem string) {
	defer func() {
		if cause := recover(); cause != nil {
			problem = fmt.Sprint("panic: ", cause)
		}
	}()
	if err := discoverer.DiscoverType(t); err != nil {
		return err.Error()
	}
	return ""
}

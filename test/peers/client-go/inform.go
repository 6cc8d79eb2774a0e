package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

var output sync.Mutex

// event is a line of the output.
type event struct {
	Informer string `json:"informer"`
	Type     string `json:"type"`
	Name     string `json:"name,omitempty"`
	Revision string `json:"revision,omitempty"`
	Spec     any    `json:"spec,omitempty"`
}

// inform follows the pizzas of a namespace with a dynamic and a typed informer, and prints their
// events as lines of JSON.
func inform(config *rest.Config, flags *flag.FlagSet, args []string) {
	namespace := flags.String("namespace", "default", "namespace of the pizzas")
	_ = flags.Parse(args)
	ctx := context.Background()

	client := dynamic.NewForConfigOrDie(config)
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, *namespace, nil)
	follow(ctx, "dynamic", factory.ForResource(version.WithResource("pizzas")).Informer(), func(object any) any {
		return object.(*unstructured.Unstructured).Object["spec"]
	})

	pizzas := pizzasOf(config, *namespace)
	typed := cache.NewSharedIndexInformer(cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			return pizzas.List(ctx, options)
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return pizzas.Watch(ctx, options)
		},
	}, pizzas), &Pizza{}, 0, cache.Indexers{})
	follow(ctx, "typed", typed, func(object any) any { return object.(*Pizza).Spec })
	select {}
}

// follow runs an informer and prints its events. It prints `synced` after the first list.
func follow(ctx context.Context, name string, informer cache.SharedIndexInformer, spec func(any) any) {
	say := func(kind string, object any) {
		if tombstone, ok := object.(cache.DeletedFinalStateUnknown); ok {
			kind, object = kind+" (unknown final state)", tombstone.Obj
		}
		meta := object.(metav1.Object)
		print(event{name, kind, meta.GetName(), meta.GetResourceVersion(), spec(object)})
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { say("add", object) },
		UpdateFunc: func(old, object any) {
			// A list after a lost watch repeats objects that have not changed.
			if old.(metav1.Object).GetResourceVersion() != object.(metav1.Object).GetResourceVersion() {
				say("update", object)
			}
		},
		DeleteFunc: func(object any) { say("delete", object) },
	})
	if err != nil {
		fail(err)
	}
	go informer.RunWithContext(ctx)
	go func() {
		cache.WaitForCacheSync(ctx.Done(), informer.HasSynced)
		print(event{Informer: name, Type: "synced"})
	}()
}

func print(line any) {
	output.Lock()
	defer output.Unlock()
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

package main

import (
	"context"
	"flag"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
)

// write creates, reads, changes and deletes a pizza with the typed and the dynamic client, and
// prints each result as a line of JSON.
func write(config *rest.Config, flags *flag.FlagSet, args []string) {
	name := flags.String("name", "", "name of the pizza")
	_ = flags.Parse(args)
	ctx := context.Background()
	typed := pizzasOf(config, "default")
	generic := dynamic.NewForConfigOrDie(config).Resource(version.WithResource("pizzas")).Namespace("default")

	pizza := &Pizza{ObjectMeta: metav1.ObjectMeta{Name: *name}}
	pizza.Spec.Toppings = []PizzaTopping{{Name: "tomato", Quantity: 1}}
	created, err := typed.Create(ctx, pizza, metav1.CreateOptions{})
	report("create", created, err)
	_, err = typed.Create(ctx, pizza, metav1.CreateOptions{})
	report("create again", errors.IsAlreadyExists(err), nil)

	stale := created.DeepCopyObject().(*Pizza)
	created.Spec.Toppings[0].Quantity = 2
	updated, err := typed.Update(ctx, created, metav1.UpdateOptions{})
	report("update", updated, err)
	_, err = typed.Update(ctx, stale, metav1.UpdateOptions{})
	report("update of an old revision", errors.IsConflict(err), nil)
	patch := []byte(`{"metadata":{"labels":{"patched":"yes"}}}`)
	patched, err := typed.Patch(ctx, *name, types.MergePatchType, patch, metav1.PatchOptions{})
	report("patch", patched, err)

	applied, err := generic.Apply(ctx, *name, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": version.String(), "kind": "Pizza",
		"metadata": map[string]any{"name": *name},
		"spec":     map[string]any{"toppings": []any{map[string]any{"name": "mozzarella", "quantity": int64(1)}}},
	}}, metav1.ApplyOptions{FieldManager: "go"})
	report("apply", applied, err)
	list, err := typed.List(ctx, metav1.ListOptions{LabelSelector: "patched=yes"})
	report("list", list, err)

	report("delete", true, typed.Delete(ctx, *name, metav1.DeleteOptions{}))
	_, err = typed.Get(ctx, *name, metav1.GetOptions{})
	report("get", errors.IsNotFound(err), nil)
}

// report prints the result of a request.
func report(request string, result any, err error) {
	if err != nil {
		fail(err)
	}
	print(map[string]any{"request": request, "result": result})
}

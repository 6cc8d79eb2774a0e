package main

import (
	"context"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	objects "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	runtime "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// The types of the pizza API, as kubebuilder would write them.

type PizzaSpec struct {
	Toppings []string `json:"toppings"`
}

type PizzaStatus struct {
	Cost float64 `json:"cost,omitempty"`
}

type Pizza struct {
	meta.TypeMeta   `json:",inline"`
	meta.ObjectMeta `json:"metadata,omitempty"`
	Spec            PizzaSpec   `json:"spec"`
	Status          PizzaStatus `json:"status"`
}

type PizzaList struct {
	meta.TypeMeta `json:",inline"`
	meta.ListMeta `json:"metadata,omitempty"`
	Items         []Pizza `json:"items"`
}

type ToppingSpec struct {
	Cost float64 `json:"cost"`
}

type Topping struct {
	meta.TypeMeta   `json:",inline"`
	meta.ObjectMeta `json:"metadata,omitempty"`
	Spec            ToppingSpec `json:"spec"`
}

type ToppingList struct {
	meta.TypeMeta `json:",inline"`
	meta.ListMeta `json:"metadata,omitempty"`
	Items         []Topping `json:"items"`
}

func (p *Pizza) deepCopy() Pizza {
	copied := *p
	p.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	copied.Spec.Toppings = append([]string(nil), p.Spec.Toppings...)
	return copied
}

func (t *Topping) deepCopy() Topping {
	copied := *t
	t.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return copied
}

func (p *Pizza) DeepCopyObject() objects.Object {
	copied := p.deepCopy()
	return &copied
}

func (t *Topping) DeepCopyObject() objects.Object {
	copied := t.deepCopy()
	return &copied
}

func (l *PizzaList) DeepCopyObject() objects.Object {
	copied := *l
	copied.Items = make([]Pizza, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = l.Items[i].deepCopy()
	}
	return &copied
}

func (l *ToppingList) DeepCopyObject() objects.Object {
	copied := *l
	copied.Items = make([]Topping, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = l.Items[i].deepCopy()
	}
	return &copied
}

// costs sets the cost of each pizza in its status: the costs of its toppings. The controller in
// test/bench/controllers/costs.ts does the same.
type costs struct{ client.Client }

func (c *costs) Reconcile(ctx context.Context, request runtime.Request) (runtime.Result, error) {
	var pizza Pizza
	if err := c.Get(ctx, request.NamespacedName, &pizza); err != nil {
		return runtime.Result{}, client.IgnoreNotFound(err)
	}
	cost := 0.0
	for _, name := range pizza.Spec.Toppings {
		var topping Topping
		if err := c.Get(ctx, types.NamespacedName{Name: name}, &topping); client.IgnoreNotFound(err) != nil {
			return runtime.Result{}, err
		}
		cost += topping.Spec.Cost
	}
	if cost == pizza.Status.Cost {
		return runtime.Result{}, nil
	}
	pizza.Status.Cost = cost
	return runtime.Result{}, c.Update(ctx, &pizza)
}

// pizzasWith returns the requests for the pizzas that have a topping.
func (c *costs) pizzasWith(ctx context.Context, topping client.Object) []reconcile.Request {
	var pizzas PizzaList
	if err := c.List(ctx, &pizzas, client.MatchingFields{"byTopping": topping.GetName()}); err != nil {
		return nil
	}
	requests := make([]reconcile.Request, len(pizzas.Items))
	for i := range pizzas.Items {
		requests[i] = reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&pizzas.Items[i])}
	}
	return requests
}

func addCosts(manager runtime.Manager) error {
	version := schema.GroupVersion{Group: "restaurant.programming-kubernetes.info", Version: "v1alpha1"}
	manager.GetScheme().AddKnownTypes(version, &Pizza{}, &PizzaList{}, &Topping{}, &ToppingList{})
	meta.AddToGroupVersion(manager.GetScheme(), version)
	byTopping := func(object client.Object) []string { return object.(*Pizza).Spec.Toppings }
	if err := manager.GetFieldIndexer().IndexField(context.Background(), &Pizza{}, "byTopping", byTopping); err != nil {
		return err
	}
	reconciler := &costs{manager.GetClient()}
	return runtime.NewControllerManagedBy(manager).
		For(&Pizza{}).
		Watches(&Topping{}, handler.EnqueueRequestsFromMapFunc(reconciler.pizzasWith)).
		WithOptions(controller.Options{MaxConcurrentReconciles: 10}).
		Complete(reconciler)
}

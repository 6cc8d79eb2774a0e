package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/gentype"
	"k8s.io/client-go/rest"
)

var version = schema.GroupVersion{Group: "restaurant.programming-kubernetes.info", Version: "v1beta1"}

// Pizza has the fields of the type in apis/restaurant/v1beta1, as Go's code generators expect them.
type Pizza struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PizzaSpec   `json:"spec"`
	Status            PizzaStatus `json:"status"`
}

type PizzaSpec struct {
	Toppings []PizzaTopping `json:"toppings"`
}

type PizzaTopping struct {
	Name     string `json:"name"`
	Quantity int64  `json:"quantity"`
}

type PizzaStatus struct {
	Cost float64 `json:"cost,omitzero"`
}

type PizzaList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Pizza `json:"items"`
}

func (p *Pizza) DeepCopyObject() runtime.Object {
	out := *p
	p.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Toppings = append([]PizzaTopping(nil), p.Spec.Toppings...)
	return &out
}

func (l *PizzaList) DeepCopyObject() runtime.Object {
	out := *l
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = nil
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].DeepCopyObject().(*Pizza))
	}
	return &out
}

type pizzaClient = gentype.ClientWithList[*Pizza, *PizzaList]

// pizzasOf returns a typed client, as client-gen generates it.
func pizzasOf(config *rest.Config, namespace string) *pizzaClient {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(version, &Pizza{}, &PizzaList{})
	metav1.AddToGroupVersion(scheme, version)
	typed := rest.CopyConfig(config)
	typed.GroupVersion = &version
	typed.APIPath = "/apis"
	typed.NegotiatedSerializer = rest.CodecFactoryForGeneratedClient(scheme, serializer.NewCodecFactory(scheme)).WithoutConversion()
	client, err := rest.RESTClientFor(typed)
	if err != nil {
		fail(err)
	}
	return gentype.NewClientWithList(
		"pizzas", client, runtime.NewParameterCodec(scheme), namespace,
		func() *Pizza { return &Pizza{} },
		func() *PizzaList { return &PizzaList{} },
	)
}

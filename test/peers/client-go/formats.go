package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// The formats of bodies. CBOR needs the feature gates ClientsAllowCBOR and ClientsPreferCBOR.
var bodyFormats = []string{"application/json", "application/vnd.kubernetes.protobuf", "application/cbor"}

// formats writes random leases and secrets with a typed client in each format, reads every field with
// typed, dynamic and metadata clients in all formats, and writes them back.
func formats(config *rest.Config, flags *flag.FlagSet, args []string) {
	count := flags.Int("count", 10, "number of objects of each kind and format")
	seed := flags.Int64("seed", 1, "first state of the random numbers")
	_ = flags.Parse(args)
	random := rand.New(rand.NewSource(*seed))
	checks := 0
	for _, format := range bodyFormats {
		typed := kubernetes.NewForConfigOrDie(inFormat(config, format))
		for index := 0; index < *count; index++ {
			name := fmt.Sprintf("o%d", index)
			lease := randomLease(random, name)
			createdLease, err := typed.CoordinationV1().Leases("default").Create(context.Background(), lease, metav1.CreateOptions{})
			must(err)
			same(format, lease.Spec, createdLease.Spec)
			secret := randomSecret(random, name)
			createdSecret, err := typed.CoreV1().Secrets("default").Create(context.Background(), secret, metav1.CreateOptions{})
			must(err)
			same(format, secret.Data, createdSecret.Data)
			checks += readBack(config, createdLease, createdSecret)
		}
		zero := metav1.DeleteOptions{}
		must(typed.CoordinationV1().Leases("default").DeleteCollection(context.Background(), zero, metav1.ListOptions{}))
		must(typed.CoreV1().Secrets("default").DeleteCollection(context.Background(), zero, metav1.ListOptions{}))
	}
	print(map[string]any{"checks": checks})
}

// readBack reads two objects with all clients and writes them back, which must not change them.
func readBack(config *rest.Config, lease *coordinationv1.Lease, secret *corev1.Secret) int {
	checks := 0
	ctx := context.Background()
	leases := coordinationv1.SchemeGroupVersion.WithResource("leases")
	secrets := corev1.SchemeGroupVersion.WithResource("secrets")
	for _, format := range bodyFormats {
		own := inFormat(config, format)
		typed := kubernetes.NewForConfigOrDie(own)
		gotLease, err := typed.CoordinationV1().Leases("default").Get(ctx, lease.Name, metav1.GetOptions{})
		must(err)
		same(format, lease, gotLease)
		again, err := typed.CoordinationV1().Leases("default").Update(ctx, gotLease, metav1.UpdateOptions{})
		must(err)
		same(format, lease, again)
		gotSecret, err := typed.CoreV1().Secrets("default").Get(ctx, secret.Name, metav1.GetOptions{})
		must(err)
		same(format, secret, gotSecret)
		list, err := typed.CoordinationV1().Leases("default").List(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + lease.Name})
		must(err)
		same(format, []coordinationv1.Lease{*lease}, list.Items)
		partial, err := metadata.NewForConfigOrDie(own).Resource(leases).Namespace("default").Get(ctx, lease.Name, metav1.GetOptions{})
		must(err)
		same(format, lease.ObjectMeta, partial.ObjectMeta)
		checks += 5
		if format == "application/vnd.kubernetes.protobuf" {
			continue // The dynamic client has no types for it.
		}
		generic := dynamic.NewForConfigOrDie(own)
		checks += rewrite(format, generic.Resource(leases).Namespace("default"), lease.Name, lease, &coordinationv1.Lease{})
		checks += rewrite(format, generic.Resource(secrets).Namespace("default"), secret.Name, secret, &corev1.Secret{})
	}
	return checks
}

// rewrite reads an object with a dynamic client, converts it to its type, and writes it back.
func rewrite(format string, client dynamic.ResourceInterface, name string, want, into runtime.Object) int {
	object, err := client.Get(context.Background(), name, metav1.GetOptions{})
	must(err)
	written, err := client.Update(context.Background(), object, metav1.UpdateOptions{})
	must(err)
	same(format, object.Object, written.Object)
	must(runtime.DefaultUnstructuredConverter.FromUnstructured(written.Object, into))
	into.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	same(format, want, into)
	return 2
}

// floats writes and reads numbers of a float64 field with a dynamic client, as JSON and CBOR.
func floats(config *rest.Config, flags *flag.FlagSet, args []string) {
	_ = flags.Parse(args)
	resource := schema.GroupVersionResource{Group: "restaurant.programming-kubernetes.info", Version: "v1alpha1", Resource: "toppings"}
	read := []any{}
	for _, cost := range []float64{1, 0.5, 3, 65504, 16777216, 1e21} {
		client := dynamic.NewForConfigOrDie(inFormat(config, "application/cbor")).Resource(resource)
		object := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "restaurant.programming-kubernetes.info/v1alpha1", "kind": "Topping",
			"metadata": map[string]any{"generateName": "float-"}, "spec": map[string]any{"cost": cost},
		}}
		created, err := client.Create(context.Background(), object, metav1.CreateOptions{})
		must(err)
		got, err := client.Get(context.Background(), created.GetName(), metav1.GetOptions{})
		must(err)
		value, found, err := unstructured.NestedFloat64(got.Object, "spec", "cost")
		must(err)
		if !found || value != cost {
			fail(fmt.Errorf("cost is %v, not %v", value, cost))
		}
		read = append(read, value)
	}
	print(map[string]any{"floats": read})
}

func inFormat(config *rest.Config, format string) *rest.Config {
	own := rest.CopyConfig(config)
	own.QPS, own.Burst = -1, -1
	own.ContentType, own.AcceptContentTypes = format, format
	return own
}

func randomLease(random *rand.Rand, name string) *coordinationv1.Lease {
	lease := &coordinationv1.Lease{ObjectMeta: randomMeta(random, name)}
	if random.Intn(2) == 0 {
		lease.Spec.HolderIdentity = pointer(randomText(random))
	}
	if random.Intn(2) == 0 {
		lease.Spec.LeaseDurationSeconds = pointer(1 + random.Int31n(1<<30))
	}
	if random.Intn(2) == 0 {
		lease.Spec.LeaseTransitions = pointer(random.Int31())
	}
	if random.Intn(2) == 0 {
		lease.Spec.RenewTime = &metav1.MicroTime{Time: time.UnixMicro(random.Int63n(4e15)).UTC()}
	}
	return lease
}

func randomSecret(random *rand.Rand, name string) *corev1.Secret {
	secret := &corev1.Secret{ObjectMeta: randomMeta(random, name), Data: map[string][]byte{}, Type: corev1.SecretTypeOpaque}
	for index := random.Intn(4); index > 0; index-- {
		data := make([]byte, 1+random.Intn(300))
		random.Read(data)
		secret.Data[fmt.Sprintf("key-%d", index)] = data
	}
	if random.Intn(2) == 0 {
		secret.Immutable = pointer(random.Intn(2) == 0)
	}
	return secret
}

func randomMeta(random *rand.Rand, name string) metav1.ObjectMeta {
	meta := metav1.ObjectMeta{Name: name, Annotations: map[string]string{}}
	for index := random.Intn(40); index > 0; index-- {
		meta.Annotations[fmt.Sprintf("a.example.com/k%d", index)] = randomText(random)
	}
	return meta
}

func randomText(random *rand.Rand) string {
	letters := []rune("aZ09 -_\n\"\\<>&ü€😀")
	text := make([]rune, 1+random.Intn(40))
	for index := range text {
		text[index] = letters[random.Intn(len(letters))]
	}
	return string(text)
}

func pointer[T any](value T) *T { return &value }

func must(err error) {
	if err != nil {
		fail(err)
	}
}

func same(format string, want, got any) {
	if !equality.Semantic.DeepEqual(want, got) {
		fail(fmt.Errorf("in %s: want %#v, got %#v", format, want, got))
	}
}

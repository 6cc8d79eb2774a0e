// controller-runtime-peer has controllers in Go, for tests and benchmarks:
//
//   - leases creates a Lease for each Flunder, which owns the Lease as its controller, and creates
//     the Lease again when it is deleted.
//   - costs sets the cost of each Pizza.
package main

import (
	"context"
	"fmt"
	"os"

	coordination "k8s.io/api/coordination/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	runtime "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type leases struct{ client.Client }

func newFlunder() *unstructured.Unstructured {
	flunder := &unstructured.Unstructured{}
	flunder.SetGroupVersionKind(schema.GroupVersionKind{Group: "wardle.example.com", Version: "v1beta1", Kind: "Flunder"})
	return flunder
}

func (r *leases) Reconcile(ctx context.Context, request runtime.Request) (runtime.Result, error) {
	flunder := newFlunder()
	if err := r.Get(ctx, request.NamespacedName, flunder); errors.IsNotFound(err) {
		fmt.Printf("gone %s\n", request.Name)
		return runtime.Result{}, nil
	} else if err != nil {
		return runtime.Result{}, err
	}
	if flunder.GetDeletionTimestamp() != nil {
		fmt.Printf("deleting %s\n", request.Name)
		return runtime.Result{}, nil
	}
	lease := &coordination.Lease{ObjectMeta: meta.ObjectMeta{Namespace: request.Namespace, Name: request.Name}}
	result, err := controllerutil.CreateOrUpdate(ctx, r.Client, lease, func() error {
		return controllerutil.SetControllerReference(flunder, lease, r.Scheme())
	})
	if err == nil {
		fmt.Printf("%s %s\n", result, request.Name)
	}
	return runtime.Result{}, err
}

func addLeases(manager runtime.Manager) error {
	return runtime.NewControllerManagedBy(manager).
		For(newFlunder()).
		Owns(&coordination.Lease{}).
		Complete(&leases{manager.GetClient()})
}

func run() error {
	controllers := map[string]func(runtime.Manager) error{"leases": addLeases, "costs": addCosts}
	if len(os.Args) != 3 || controllers[os.Args[1]] == nil {
		return fmt.Errorf("usage: controller-runtime-peer leases|costs KUBECONFIG")
	}
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[2])
	if err != nil {
		return err
	}
	config.QPS = -1 // no limit in the client
	runtime.SetLogger(klog.Background())
	manager, err := runtime.NewManager(config, runtime.Options{Metrics: server.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	if err := controllers[os.Args[1]](manager); err != nil {
		return err
	}
	return manager.Start(runtime.SetupSignalHandler())
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

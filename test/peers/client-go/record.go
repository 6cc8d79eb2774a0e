package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
)

// recordEvents creates the Lease "oven", and reports events about it with both recorders of
// client-go, each event three times, until the server has counted them.
func recordEvents(config *rest.Config, _ *flag.FlagSet, _ []string) {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		fail(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	oven := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: "oven"}}
	lease, err := client.CoordinationV1().Leases("default").Create(ctx, oven, metav1.CreateOptions{})
	if err != nil {
		fail(err)
	}

	classic := record.NewBroadcaster()
	classic.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: client.CoreV1().Events("")})
	older := classic.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "classic"})
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		fail(err)
	}
	newer := broadcaster.NewRecorder(scheme.Scheme, "example.com/newer")
	for range 3 {
		older.Event(lease, corev1.EventTypeWarning, "Burnt", "the pizza is black")
		newer.Eventf(lease, nil, corev1.EventTypeNormal, "Baked", "Bake", "the pizza is ready")
	}
	waitForCount(ctx, "the classic recorder", func() (bool, error) {
		list, err := client.CoreV1().Events("default").List(ctx, metav1.ListOptions{FieldSelector: "source=classic"})
		return err == nil && len(list.Items) == 1 && list.Items[0].Count == 3, err
	})
	waitForCount(ctx, "the newer recorder", func() (bool, error) {
		list, err := client.EventsV1().Events("default").List(ctx, metav1.ListOptions{FieldSelector: "reportingController=example.com/newer"})
		return err == nil && len(list.Items) == 1 && list.Items[0].Series != nil, err
	})
	classic.Shutdown()
	broadcaster.Shutdown()
}

func waitForCount(ctx context.Context, what string, isDone func() (bool, error)) {
	for {
		done, err := isDone()
		if err != nil {
			fail(err)
		}
		if done {
			fmt.Println(what)
			return
		}
		select {
		case <-ctx.Done():
			fail(fmt.Errorf("%s: %w", what, ctx.Err()))
		case <-time.After(time.Second):
		}
	}
}

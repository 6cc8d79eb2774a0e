package main

import (
	"context"
	"flag"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientset "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// elect takes part in an election with client-go, and prints what happens, one line each.
func elect(config *rest.Config, flags *flag.FlagSet, args []string) {
	name := flags.String("name", "", "name of the Lease")
	identity := flags.String("identity", "", "identity of this candidate")
	lease := flags.Duration("lease-duration", 15*time.Second, "duration of the lease")
	renew := flags.Duration("renew-deadline", 10*time.Second, "time after which a leader gives up")
	retry := flags.Duration("retry-period", 2*time.Second, "time between two attempts")
	_ = flags.Parse(args)

	// The typed client sends protobuf, as it does in every controller.
	client := clientset.NewForConfigOrDie(config)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	say := func(event string) { fmt.Printf("%d %s %s\n", time.Now().UnixMilli(), *identity, event) }
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: "default", Name: *name},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: *identity},
		},
		LeaseDuration:   *lease,
		RenewDeadline:   *renew,
		RetryPeriod:     *retry,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { say("starts") },
			OnStoppedLeading: func() { say("stops") },
			OnNewLeader:      func(leader string) { say("sees " + leader) },
		},
	})
}

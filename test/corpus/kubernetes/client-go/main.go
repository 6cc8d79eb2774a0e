// Command client-go uses the typed clients of client-go with protobuf, and its metadata client,
// with a server of this project. It prints the facts that the test compares, a line for each.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

const protobuf = "application/vnd.kubernetes.protobuf"

// types counts the media types of successful responses.
var types = map[string]int{}
var lock sync.Mutex

type recorder struct{ next http.RoundTripper }

func (r recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.next.RoundTrip(request)
	if err == nil && response.StatusCode < 300 {
		lock.Lock()
		types[response.Header.Get("Content-Type")]++
		lock.Unlock()
	}
	return response, err
}

func check(err error) {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

func main() {
	authority, err := os.ReadFile(os.Args[2])
	check(err)
	config := &rest.Config{
		Host:            os.Args[1],
		TLSClientConfig: rest.TLSClientConfig{CAData: authority},
		ContentConfig:   rest.ContentConfig{ContentType: protobuf, AcceptContentTypes: protobuf},
		WrapTransport:   func(next http.RoundTripper) http.RoundTripper { return recorder{next} },
	}
	client := kubernetes.NewForConfigOrDie(config)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	pods := corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "web"}},
		Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyAlways,
			Containers: []corev1.Container{{
				Name:  "web",
				Image: "example.com/web:1",
				Resources: corev1.ResourceRequirements{
					Requests: corev1.ResourceList{"cpu": resource.MustParse("1500m"), "memory": resource.MustParse("1Gi")},
				},
				ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
					HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http")},
				}},
			}},
		},
	}
	deployments := client.AppsV1().Deployments("default")
	watch, err := deployments.Watch(ctx, metav1.ListOptions{})
	check(err)
	created, err := deployments.Create(ctx, &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}},
			Template: pods,
		},
	}, metav1.CreateOptions{})
	check(err)
	fmt.Println("created:", created.Name, created.UID != "", created.Spec.Template.Spec.Containers[0].Resources.Requests.Cpu())
	_, err = deployments.Create(ctx, created.DeepCopy(), metav1.CreateOptions{})
	fmt.Println("create again:", err != nil)
	replicas := int32(3)
	created.Spec.Replicas = &replicas
	updated, err := deployments.Update(ctx, created, metav1.UpdateOptions{})
	check(err)
	fmt.Println("updated:", *updated.Spec.Replicas, updated.Spec.Template.Spec.Containers[0].ReadinessProbe.HTTPGet.Port.String())
	list, err := deployments.List(ctx, metav1.ListOptions{LabelSelector: ""})
	check(err)
	fmt.Println("listed:", len(list.Items), list.Items[0].Name, list.ResourceVersion != "")
	jobs := client.BatchV1().Jobs("default")
	pods.Spec.RestartPolicy = corev1.RestartPolicyNever
	job, err := jobs.Create(ctx, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "once"}, Spec: batchv1.JobSpec{Template: pods}}, metav1.CreateOptions{})
	check(err)
	fmt.Println("job:", job.Name, job.CreationTimestamp.IsZero())
	generic := metadata.NewForConfigOrDie(metadata.ConfigFor(config))
	for _, gvr := range []struct{ group, resource string }{{"apps", "deployments"}, {"batch", "jobs"}, {"restaurant.programming-kubernetes.info", "pizzas"}} {
		version := "v1"
		if gvr.resource == "pizzas" {
			version = "v1beta1"
		}
		named := generic.Resource(schema.GroupVersionResource{Group: gvr.group, Version: version, Resource: gvr.resource}).Namespace("default")
		items, err := named.List(ctx, metav1.ListOptions{})
		check(err)
		names := []string{}
		for _, item := range items.Items {
			names = append(names, item.Name)
		}
		fmt.Println("metadata:", gvr.resource, strings.Join(names, ","))
	}
	background := metav1.DeletePropagationBackground
	check(deployments.Delete(ctx, "web", metav1.DeleteOptions{PropagationPolicy: &background}))
	_, err = deployments.Get(ctx, "web", metav1.GetOptions{})
	fmt.Println("get:", errors.IsNotFound(err))
	for _, wanted := range []string{"ADDED", "MODIFIED", "DELETED"} {
		event := <-watch.ResultChan()
		fmt.Println("event:", string(event.Type) == wanted, event.Object.(*appsv1.Deployment).Name)
	}
	watch.Stop()
	lock.Lock()
	defer lock.Unlock()
	for mediaType := range types {
		if !strings.HasPrefix(mediaType, protobuf) {
			fmt.Println("another media type:", mediaType)
		}
	}
}

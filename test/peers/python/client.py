"""Creates, lists, applies, watches and deletes pizzas with Python's client for Kubernetes.

Usage: client.py KUBECONFIG. Prints each result as a line of JSON.
"""

import json
import sys

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

GROUP = "restaurant.programming-kubernetes.info"
PIZZAS = {"group": GROUP, "version": "v1beta1", "namespace": "default", "plural": "pizzas"}


def pizza(name, **toppings):
    return {
        "apiVersion": f"{GROUP}/v1beta1",
        "kind": "Pizza",
        "metadata": {"name": name},
        "spec": {"toppings": [{"name": key, "quantity": value} for key, value in toppings.items()]},
    }


def report(request, result):
    print(json.dumps({"request": request, "result": result}), flush=True)


def status_of(call, *args, **kwargs):
    """Returns the status code and the reason of a request that fails."""
    try:
        call(*args, **kwargs)
    except ApiException as error:
        return [error.status, json.loads(error.body)["reason"]]
    return "no error"


def write_custom_objects(api):
    report("create", api.create_namespaced_custom_object(body=pizza("python", tomato=1), **PIZZAS))
    report("create again", status_of(api.create_namespaced_custom_object, body=pizza("python", tomato=1), **PIZZAS))
    listed = api.list_namespaced_custom_object(**PIZZAS)
    report("list", [item["metadata"]["name"] for item in listed["items"]])
    labels = {"metadata": {"labels": {"patched": "yes"}}}
    report("patch", api.patch_namespaced_custom_object(name="python", body=labels, **PIZZAS))
    return listed["metadata"]["resourceVersion"]


def apply_with_dynamic_client(api_client):
    pizzas = dynamic.DynamicClient(api_client).resources.get(api_version=f"{GROUP}/v1beta1", kind="Pizza")
    applied = pizzas.server_side_apply(
        body=pizza("python", mozzarella=2), name="python", namespace="default", field_manager="python"
    )
    report("apply", applied.to_dict())
    report("get", pizzas.get(name="python", namespace="default").to_dict())
    report("delete", pizzas.delete(name="python", namespace="default").to_dict())


def main():
    api_client = config.new_client_from_config(sys.argv[1])
    api = client.CustomObjectsApi(api_client)
    revision = write_custom_objects(api)
    apply_with_dynamic_client(api_client)
    events = watch.Watch()
    for event in events.stream(
        api.list_namespaced_custom_object, resource_version=revision, timeout_seconds=60, **PIZZAS
    ):
        report("watch", [event["type"], event["object"]["spec"]["toppings"]])
        if event["type"] == "DELETED":
            events.stop()
    report("get deleted", status_of(api.get_namespaced_custom_object, name="python", **PIZZAS))


main()

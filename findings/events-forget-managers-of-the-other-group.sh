#!/bin/sh
# kube-apiserver (seen: v1.37.2) serves the same Events in core/v1 and in events.k8s.io/v1. A write in one group removes
# all managers of the other group from metadata.managedFields, although every field of one exists in the other, and
# although the managers of two versions of one group are kept. So the next apply through the other group finds no
# conflict with fields that its manager does not own, and no longer removes the fields that its own manager has dropped.
# Cause: the converter of managed fields converts to versions of the kind's own group only; managers of a version that it
# does not know are removed.
# Needs kubectl, and a cluster in $KUBECONFIG.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"; kubectl delete event finding >/dev/null 2>&1 || true' EXIT
managers() {
	kubectl get event finding --show-managed-fields -o jsonpath='{range .metadata.managedFields[*]}{.manager} {.apiVersion}{"\n"}{end}'
}
{
	kubectl apply --server-side --field-manager=older -f - <<'YAML'
apiVersion: v1
kind: Event
metadata: {name: finding, namespace: default}
involvedObject: {namespace: default}
reason: Seen
YAML
	managers
	kubectl apply --server-side --field-manager=newer -f - <<'YAML'
apiVersion: events.k8s.io/v1
kind: Event
metadata: {name: finding, namespace: default}
eventTime: null
series: {count: 2, lastObservedTime: "2026-01-02T03:06:06.678901Z"}
YAML
	managers
} | tee "$folder/output"
cat > "$folder/expected" <<'TEXT'
event/finding serverside-applied
older v1
event.events.k8s.io/finding serverside-applied
newer events.k8s.io/v1
TEXT
diff "$folder/expected" "$folder/output"

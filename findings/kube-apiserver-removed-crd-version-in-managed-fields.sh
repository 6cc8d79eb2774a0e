#!/bin/sh
# kube-apiserver (seen: v1.37.2): after a version is removed from a CustomResourceDefinition, server-side apply fails for
# every object whose metadata.managedFields still names the version, although the object is stored in another version and
# can be read, updated and deleted. A storage version migration does not help: it changes no managedFields.
# For compiled-in kinds, managers of unknown versions are dropped instead: the converter of custom resources returns
# another error than the one that means an unknown version.
# Needs kubectl, and a cluster in $KUBECONFIG.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"; kubectl delete crd lamps.finding.example.com >/dev/null 2>&1 || true' EXIT
crd() {
	kubectl apply --server-side -f - >/dev/null <<YAML
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.finding.example.com}
spec:
  group: finding.example.com
  scope: Cluster
  names: {kind: Lamp, plural: lamps}
  versions: [$(for version in "$@"; do
		echo "{name: ${version%:*}, served: true, storage: ${version#*:}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}},"
	done)]
YAML
}
lamp() {
	echo "{apiVersion: finding.example.com/$1, kind: Lamp, metadata: {name: a}, watts: $2}" |
		kubectl apply --server-side -f - 2>&1 | sed 's/.*\(request to convert\)/\1/'
}
wait_for() {
	until "$@" >/dev/null 2>&1; do :; done
}
crd v1alpha1:true v1:false
wait_for kubectl get lamps.v1alpha1.finding.example.com
{
	lamp v1alpha1 1
	crd v1alpha1:false v1:true
	wait_for sh -c 'kubectl get crd lamps.finding.example.com -o jsonpath={.status.storedVersions} | grep -q v1alpha1.*v1'
	# Writes the object in v1.
	kubectl patch lamps.v1.finding.example.com a --type=merge -p '{"watts":2}' >/dev/null
	kubectl patch crd lamps.finding.example.com --subresource=status --type=merge -p '{"status":{"storedVersions":["v1"]}}' >/dev/null
	crd v1:true
	wait_for sh -c '! kubectl get lamps.v1alpha1.finding.example.com'
	kubectl get lamp a -o 'jsonpath={.watts}{"\n"}'
	lamp v1 3
} | tee "$folder/output"
cat > "$folder/expected" <<'TEXT'
lamp.finding.example.com/a serverside-applied
2
request to convert CR to an invalid group/version: finding.example.com/v1alpha1
TEXT
diff "$folder/expected" "$folder/output"

/**
 * storagemigration.k8s.io/v1: the kind of Kubernetes' group, which servers of this package can
 * serve.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.storagemigration.v1
 * +groupName=storagemigration.k8s.io
 *
 * @packageDocumentation
 */
export {};

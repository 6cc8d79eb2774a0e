/**
 * events.k8s.io/v1: the kinds of Kubernetes' group that servers of this package can serve.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.events.v1
 * +groupName=events.k8s.io
 *
 * @packageDocumentation
 */
export {};

/**
 * coordination.k8s.io/v1: the kinds of Kubernetes' group that servers of this package can serve.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.coordination.v1
 * +groupName=coordination.k8s.io
 *
 * @packageDocumentation
 */
export {};

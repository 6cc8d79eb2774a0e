/**
 * core/v1: the kinds of Kubernetes' legacy group that servers of this package can serve.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:defaulter-gen=TypeMeta
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.core.v1
 * +groupName=
 *
 * @packageDocumentation
 */
export {};

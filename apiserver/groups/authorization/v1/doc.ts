/**
 * authorization.k8s.io/v1: the access reviews that servers of this package can answer.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.authorization.v1
 * +groupName=authorization.k8s.io
 *
 * @packageDocumentation
 */
export {};

/**
 * authorization.k8s.io/v1: the questions about permissions that servers of this package answer.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.authorization.v1
 * +groupName=authorization.k8s.io
 *
 * @packageDocumentation
 */
export {};

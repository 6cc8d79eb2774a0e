/**
 * authentication.k8s.io/v1: the review with which servers of this package return the user of a
 * request.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.api.authentication.v1
 * +groupName=authentication.k8s.io
 *
 * @packageDocumentation
 */
export {};

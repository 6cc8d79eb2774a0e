/**
 * The types of the tests of protobuf.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +groupName=shop.example.com
 *
 * @packageDocumentation
 */
export {};

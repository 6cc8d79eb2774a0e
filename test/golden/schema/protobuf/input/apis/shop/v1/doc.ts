/**
 * @file Every shape of a property in protobuf.
 * +groupName=shop.example.com
 * +k8s:protobuf-gen=package
 */
export {};

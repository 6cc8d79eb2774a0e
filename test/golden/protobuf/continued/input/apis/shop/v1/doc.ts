/**
 * @file A later run, with a file that Go's tool wrote.
 * +groupName=shop.example.com
 * +k8s:protobuf-gen=package
 */
export {};

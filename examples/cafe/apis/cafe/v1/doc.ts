/**
 * cafe.example.com/v1: the types that clients send and receive.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=cafe.example.com
 *
 * @packageDocumentation
 */
export {};

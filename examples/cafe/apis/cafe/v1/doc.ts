/**
 * cafe.example.com/v1: what clients send and get.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:conversion-gen=..
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=cafe.example.com
 *
 * @packageDocumentation
 */
export {};

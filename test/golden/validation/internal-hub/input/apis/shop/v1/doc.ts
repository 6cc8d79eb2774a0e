/**
 * +k8s:deepcopy-gen=package
 * +k8s:conversion-gen=..
 * +groupName=shop.example.com
 *
 * @packageDocumentation
 */
export {};

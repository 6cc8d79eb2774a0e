/**
 * +k8s:deepcopy-gen=package
 * +k8s:conversion-gen=..
 * +groupName=bar.example.com
 *
 * @packageDocumentation
 */
export {};

/**
 * Served version of the workloads.
 * +k8s:deepcopy-gen=package
 * +k8s:conversion-gen=..
 * +k8s:defaulter-gen=TypeMeta
 * +k8s:protobuf-gen=package
 * +groupName=bench.example.com
 *
 * @packageDocumentation
 */
export {};

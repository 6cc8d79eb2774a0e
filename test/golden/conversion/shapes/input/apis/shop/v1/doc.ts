/**
 * +k8s:conversion-gen=..
 * +k8s:deepcopy-gen=package
 */
export {};

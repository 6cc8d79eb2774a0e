/**
 * +k8s:conversion-gen=true
 */
export {};

/**
 * +k8s:conversion-gen=false
 */
export {};

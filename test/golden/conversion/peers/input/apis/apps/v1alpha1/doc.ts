/**
 * +k8s:conversion-gen=../v1
 */
export {};

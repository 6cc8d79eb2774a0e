/**
 * +k8s:conversion-gen=../nothing
 */
export {};

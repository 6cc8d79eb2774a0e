/**
 * +k8s:conversion-gen=../itself
 */
export {};

/**
 * +k8s:conversion-gen=../empty
 */
export {};

/**
 * +k8s:conversion-gen=../hub
 * +k8s:conversion-gen=../empty
 */
export {};

/**
 * +k8s:conversion-gen=../hub
 */
export {};

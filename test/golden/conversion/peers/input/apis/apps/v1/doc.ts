/**
 * +k8s:conversion-gen=..
 * +k8s:conversion-gen=../../scaling
 * +k8s:conversion-gen=..
 */
export {};

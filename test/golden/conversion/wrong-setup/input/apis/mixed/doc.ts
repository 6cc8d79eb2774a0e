/**
 * +k8s:conversion-gen=../hub
 * +k8s:conversion-gen=false
 * +k8s:conversion-gen-external-types=../itself
 */
export {};

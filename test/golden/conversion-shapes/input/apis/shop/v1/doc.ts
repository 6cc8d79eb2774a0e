/**
 * +k8s:conversion-gen=..
 * +groupName=shop.example.com
 */
export {};

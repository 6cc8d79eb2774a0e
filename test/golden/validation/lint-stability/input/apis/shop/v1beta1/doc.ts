/**
 * +groupName=shop.example.com
 * +k8s:conversion-gen=false
 */
export {};

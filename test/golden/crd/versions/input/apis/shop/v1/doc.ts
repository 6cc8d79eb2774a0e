/** @file The version v1.
 *  +k8s:conversion-gen=false
 *  +groupName=shop.example.com */
export {};

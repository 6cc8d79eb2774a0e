/** @file The version v2.
 *  +k8s:conversion-gen=false
 *  +groupName=shop.example.com */
export {};

/** @file The version v1beta1.
 *  +k8s:conversion-gen=false
 *  +groupName=shop.example.com */
export {};

/**
 * +k8s:conversion-gen=..
 * +groupName=desk.example.com
 */
export {};

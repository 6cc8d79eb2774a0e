/**
 * +k8s:conversion-gen=..
 * +groupName=g.example.com
 */
export {};

/** +groupName=desk.example.com
 * +k8s:conversion-gen=..
 * +k8s:defaulter-gen=TypeMeta */
export {};

/** +groupName=desk.example.com
 * +k8s:conversion-gen=.. */
export {};

/** +groupName=shop.example.com
 *  +k8s:conversion-gen=..
 *
 *  @packageDocumentation */
export {};

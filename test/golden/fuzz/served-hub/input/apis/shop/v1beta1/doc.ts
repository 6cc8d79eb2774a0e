/** +k8s:deepcopy-gen=package
 *  +groupName=shop.example.com
 *  +k8s:conversion-gen=../v1
 *
 *  @packageDocumentation */
export {};

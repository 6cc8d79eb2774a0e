/** +groupName=shop.example.com
 *  +k8s:fuzz-gen=false
 *
 *  @packageDocumentation */
export {};

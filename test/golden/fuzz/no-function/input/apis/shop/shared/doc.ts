/** +k8s:fuzz-gen=false
 *
 *  @packageDocumentation */
export {};

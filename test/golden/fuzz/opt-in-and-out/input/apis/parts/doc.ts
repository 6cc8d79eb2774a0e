/** +k8s:fuzz-gen=true
 *
 *  @packageDocumentation */
export {};

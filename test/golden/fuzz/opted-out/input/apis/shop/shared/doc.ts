/** +k8s:fuzz-gen=false
 *  +k8s:schema-gen=true
 *
 *  @packageDocumentation */
export {};

/** +k8s:schema-gen=true
 *
 *  @packageDocumentation */
export {};

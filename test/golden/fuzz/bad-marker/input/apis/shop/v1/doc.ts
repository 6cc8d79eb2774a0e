/** +k8s:fuzz-gen=package
 *
 *  @packageDocumentation */
export {};

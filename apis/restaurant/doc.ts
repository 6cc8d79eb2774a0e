/** The hub of the restaurant API: every version is converted to and from it. Clients never see it.
 *  +k8s:deepcopy-gen=package
 *  +groupName=restaurant.programming-kubernetes.info
 *
 *  @packageDocumentation */
export {};

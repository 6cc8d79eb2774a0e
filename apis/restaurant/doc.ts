/** The hub of the restaurant API: what every version converts into. It is never on the wire.
 *  +k8s:deepcopy-gen=package
 *  +groupName=restaurant.programming-kubernetes.info
 *
 *  @packageDocumentation */
export {};

/** The first version of the restaurant API, and the one that objects are stored in.
 *  +k8s:deepcopy-gen=package
 *  +k8s:conversion-gen=..
 *  +k8s:defaulter-gen=TypeMeta
 *  +groupName=restaurant.programming-kubernetes.info
 *
 *  @packageDocumentation */
export {};

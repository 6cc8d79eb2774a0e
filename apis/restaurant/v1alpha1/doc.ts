/** The first version of the restaurant API. Objects are stored in this version.
 *  +k8s:deepcopy-gen=package
 *  +k8s:conversion-gen=..
 *  +k8s:defaulter-gen=TypeMeta
 *  +groupName=restaurant.programming-kubernetes.info
 *
 *  @packageDocumentation */
export {};

/** The preferred version of the restaurant API: toppings have a quantity.
 *  +k8s:deepcopy-gen=package
 *  +k8s:conversion-gen=..
 *  +k8s:defaulter-gen=TypeMeta
 *  +groupName=restaurant.programming-kubernetes.info
 *
 *  @packageDocumentation */
export {};

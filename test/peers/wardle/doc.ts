/** Hub of the API of Kubernetes' sample-apiserver.
 *  +k8s:deepcopy-gen=package
 *  +groupName=wardle.example.com
 *
 *  @packageDocumentation */
export {};

/**
 * +k8s:deepcopy-gen=package
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=scaling.example.com
 *
 * @packageDocumentation
 */
export {};

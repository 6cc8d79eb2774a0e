/**
 * +k8s:deepcopy-gen=package
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=shop.example.com
 *
 * @packageDocumentation
 */
export {};

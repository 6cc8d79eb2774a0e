/**
 * +k8s:deepcopy-gen=package
 * +groupName=bar.example.com
 *
 * @packageDocumentation
 */
export {};

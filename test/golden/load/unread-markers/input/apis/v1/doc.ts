/**
 * +k8s:deepcopy-gen=package
 * +groupName=x.example.com
 */
export {};

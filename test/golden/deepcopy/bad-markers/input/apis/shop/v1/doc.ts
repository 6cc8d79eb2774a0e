/**
 * +k8s:deepcopy-gen=true
 */
export {};

/** +k8s:deepcopy-gen=package */
export {};

/** +k8s:schema-gen=true
 *  +k8s:deepcopy-gen=package */
export {};

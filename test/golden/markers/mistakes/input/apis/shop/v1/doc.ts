/** The folder of the mistakes.
 *  +k8s:deepcopy-gen=package
 *  +k8s:deepcopy-gen=false
 *  +k8s:depcopy-gen=package
 *  +optional */
export {};

/** +k8s:validation-gen=* */
export {};

/** +k8s:validation-gen=false */
export {};

/** +k8s:schema-gen=true */
export {};

/** +k8s:validation-gen=*
 *  +k8s:schema-gen=true */
export {};

/** +groupName=shop.example.com
 *  +k8s:deepcopy-gen=false */
export {};

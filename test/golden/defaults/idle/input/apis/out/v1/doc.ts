/** +groupName=out.example.com
 * +k8s:defaulter-gen=false */
export {};

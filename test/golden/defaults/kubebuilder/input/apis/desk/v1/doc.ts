/** +groupName=desk.example.com
 * +k8s:defaulter-gen=TypeMeta */
export {};

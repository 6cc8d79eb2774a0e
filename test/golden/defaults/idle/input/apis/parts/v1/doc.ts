/** +groupName=parts.example.com
 * +k8s:defaulter-gen=TypeMeta */
export {};

/** +groupName=field.example.com
 * +k8s:defaulter-gen=NoSuchField */
export {};

/**
 * +groupName=shop.example.com
 * +k8s:defaulter-gen=TypeMeta
 */
export {};

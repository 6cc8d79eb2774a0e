/**
 * +groupName=shop.example.com
 * +k8s:validation-gen=TypesWithField=TypeMeta
 */
export {};

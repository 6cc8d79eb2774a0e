/**
 * +groupName=shop.example.com
 * +k8s:validation-gen=TypesWithField=TypeMeta
 * +k8s:validation-gen:infer=none
 */
export {};

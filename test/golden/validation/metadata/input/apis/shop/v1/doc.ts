/**
 * +groupName=shop.example.com
 * +k8s:validation-gen=TypeMeta
 * +k8s:validation-gen:infer=none
 */
export {};

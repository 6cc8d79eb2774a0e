/**
 * +groupName=shop.example.com
 * +k8s:validation-gen=TypesWithField=TypeMeta
 * +k8s:validation-gen:infer=none
 * +k8s:validation-gen-nolint
 */
export {};

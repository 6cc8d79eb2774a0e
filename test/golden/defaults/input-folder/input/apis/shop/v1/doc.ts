/**
 * +k8s:defaulter-gen=TypeMeta
 * +k8s:defaulter-gen-input=../../../api/v1
 */
export {};

/**
 * +k8s:defaulter-gen=TypeMeta
 */
export {};

/**
 * +k8s:defaulter-gen=ObjectMeta
 * +k8s:defaulter-gen=ListMeta
 */
export {};

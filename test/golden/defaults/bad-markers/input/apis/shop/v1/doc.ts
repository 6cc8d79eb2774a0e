/**
 * +k8s:defaulter-gen=true
 * +k8s:defaulter-gen=TypMeta
 * +k8s:defaulter-gen-input=../v9
 */
export {};

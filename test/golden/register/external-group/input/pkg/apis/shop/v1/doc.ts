/**
 * +k8s:conversion-gen=..
 * +k8s:conversion-gen-external-types=../../../../api/shop/v1
 * +k8s:defaulter-gen=TypeMeta
 * +k8s:defaulter-gen-input=../../../../api/shop/v1
 * +groupName=shop.example.org
 */
export {};

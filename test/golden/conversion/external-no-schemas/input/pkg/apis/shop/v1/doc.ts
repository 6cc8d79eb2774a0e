/**
 * +k8s:conversion-gen=..
 * +k8s:conversion-gen-external-types=../../../../api/shop/v1
 * +groupName=shop.example.com
 */
export {};

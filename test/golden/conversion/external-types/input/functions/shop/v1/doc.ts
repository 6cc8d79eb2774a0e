/**
 * +k8s:conversion-gen=../../../apis/shop
 * +k8s:conversion-gen-external-types=../../../apis/shop/v1
 * +groupName=shop.example.com
 */
export {};

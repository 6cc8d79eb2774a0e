/**
 * +groupName=shop.example.com
 * +k8s:validation-gen-nolint
 */
export {};

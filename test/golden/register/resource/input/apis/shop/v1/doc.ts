/**
 * @file Kinds whose resources are called otherwise than English has it.
 *
 * +k8s:register-gen=true
 * +groupName=shop.example.com
 */
export {};

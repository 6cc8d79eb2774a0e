/**
 * @file Kinds with lists whose items have keys.
 *
 * +k8s:register-gen=true
 * +groupName=shop.example.com
 */
export {};

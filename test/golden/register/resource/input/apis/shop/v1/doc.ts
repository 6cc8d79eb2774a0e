/**
 * @file Kinds with irregular names of their resources.
 *
 * +k8s:register-gen=true
 * +groupName=shop.example.com
 */
export {};

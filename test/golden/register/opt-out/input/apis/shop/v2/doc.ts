/**
 * @file Markers of this folder.
 *
 * +groupName=shop.example.com
 * +k8s:register-gen=false
 */
export {};

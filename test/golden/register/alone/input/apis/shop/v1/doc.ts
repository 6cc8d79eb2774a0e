/**
 * @file Markers of this folder.
 *
 * +groupName=shop.example.com
 * +k8s:defaulter-gen=TypeMeta
 */
export {};

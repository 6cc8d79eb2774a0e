/**
 * @file Markers of this folder.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:conversion-gen=..
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=shop.example.com
 */
export {};

/**
 * @file Markers of this folder.
 *
 * +groupName=shop.example.com
 * +k8s:conversion-gen=../v1
 */
export {};

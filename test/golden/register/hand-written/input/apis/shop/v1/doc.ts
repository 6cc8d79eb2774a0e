/**
 * @file Markers of this folder.
 *
 * +k8s:conversion-gen=..
 * +groupName=shop.example.com
 */
export {};

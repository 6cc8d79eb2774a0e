/**
 * @file Markers of this folder.
 *
 * +k8s:schema-gen=true
 */
export {};

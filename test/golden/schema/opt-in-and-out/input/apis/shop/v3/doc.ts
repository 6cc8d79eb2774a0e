/**
 * @file Markers of this folder.
 *
 * +k8s:openapi-gen=false
 */
export {};

/**
 * @file Markers of this folder.
 *
 * +k8s:openapi-gen=true
 */
export {};

/**
 * @file Markers of this folder.
 *
 * +k8s:register-gen=true
 */
export {};

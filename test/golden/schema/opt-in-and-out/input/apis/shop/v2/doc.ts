/**
 * @file Markers of this folder.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:schema-gen=false
 */
export {};

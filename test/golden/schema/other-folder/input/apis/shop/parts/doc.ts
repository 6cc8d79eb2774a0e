/**
 * @file Markers of this folder.
 *
 * +k8s:deepcopy-gen=package
 */
export {};

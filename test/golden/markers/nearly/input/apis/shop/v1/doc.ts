/**
 * What is nearly a marker.
 *
 * k8s:deepcopy-gen=package
 * groupName=shop.example.com
 *
 * @packageDocumentation
 */
export {};

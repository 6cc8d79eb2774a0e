/**
 * The hub of cafe.example.com: the form of its types that the server works with.
 *
 * Each version converts to the hub and from it. No client sees the hub, so you may change it
 * whenever the versions stay convertible.
 *
 * +k8s:deepcopy-gen=package
 * +groupName=cafe.example.com
 *
 * @packageDocumentation
 */
export {};

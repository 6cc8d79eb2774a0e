/**
 * The hub of cafe.example.com: what the server works with. Every version converts to it and from
 * it, and it is never on the wire, so it may change whenever the versions stay convertible.
 *
 * +k8s:deepcopy-gen=package
 * +groupName=cafe.example.com
 *
 * @packageDocumentation
 */
export {};

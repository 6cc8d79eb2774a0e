/**
 * The hub of a type that is wide and deep, as a Kubernetes Pod is: what the benchmark copies,
 * converts, defaults and decodes.
 *  +k8s:deepcopy-gen=package
 *  +groupName=bench.example.com
 *
 *  @packageDocumentation
 */
export {};

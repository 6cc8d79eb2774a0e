/**
 * Hub of a type as wide and deep as a Kubernetes Pod, for benchmarks of copies, conversions,
 * defaults and decoding.
 * +k8s:deepcopy-gen=package
 * +groupName=bench.example.com
 *
 * @packageDocumentation
 */
export {};

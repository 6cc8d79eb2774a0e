/** Annotation that marks an object whose shares are explicitly zero. Its value is empty. */
export const preserveZeroKey = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

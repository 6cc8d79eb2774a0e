/** Annotation, with an empty value, of an object whose shares are explicitly zero. */
export const preserveZeroKey = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

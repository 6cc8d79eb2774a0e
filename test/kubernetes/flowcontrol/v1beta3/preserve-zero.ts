/** Present, with an empty value, on an object whose zero shares are meant. */
export const preserveZeroKey = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

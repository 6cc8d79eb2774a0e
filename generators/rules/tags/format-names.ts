/** The formats of Kubernetes' validation. `formatFunction` returns the function of each. */
export const formats: readonly string[] = [
  "k8s-extended-resource-name",
  "k8s-label-key",
  "k8s-label-value",
  "k8s-long-name",
  "k8s-long-name-caseless",
  "k8s-path-segment-name",
  "k8s-prefixed-label-key",
  "k8s-resource-fully-qualified-name",
  "k8s-resource-pool-name",
  "k8s-short-name",
  "k8s-uuid",
];

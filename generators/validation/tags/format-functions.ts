/** Functions of the runtime that check a format, by the name of the format. */
export const formats: ReadonlyMap<string, string> = new Map([
  ["k8s-extended-resource-name", "extendedResourceName"],
  ["k8s-label-key", "labelKey"],
  ["k8s-label-value", "labelValue"],
  ["k8s-long-name", "longName"],
  ["k8s-long-name-caseless", "longNameCaseless"],
  ["k8s-path-segment-name", "pathSegmentName"],
  ["k8s-prefixed-label-key", "prefixedLabelKey"],
  ["k8s-resource-fully-qualified-name", "resourceFullyQualifiedName"],
  ["k8s-resource-pool-name", "resourcePoolName"],
  ["k8s-short-name", "shortName"],
  ["k8s-uuid", "uuid"],
]);

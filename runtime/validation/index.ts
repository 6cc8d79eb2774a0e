/** Formats of names, labels and the like, with Kubernetes' texts. */
export { isDNS1123Label, isDNS1123Subdomain } from "./dns.js";
export { isLabelKey, isLabelValue } from "./label.js";

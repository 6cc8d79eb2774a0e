/**
 * Validation of names, labels, addresses and other formats, with the error messages of Kubernetes.
 */
export {
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isDNS1123SubdomainWithUnderscore,
  isWildcardDNS1123Subdomain,
} from "./dns.js";
export { isLabelKey, isLabelValue } from "./label.js";
export {
  isCIdentifier,
  isConfigMapKey,
  isEnvVarName,
  isHTTPHeaderName,
  isRelaxedEnvVarName,
  isValidPercent,
  isValidPortName,
} from "./identifiers.js";
export { isInRange, isValidGroupID, isValidPortNum, isValidUserID } from "./ranges.js";
export {
  isDomainPrefixedKey,
  isDomainPrefixedPath,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
} from "./domain-names.js";
export { getWarningsForIP, isValidIP, isValidIPForLegacyField } from "./ip.js";
export { getWarningsForCIDR, isValidCIDR, isValidCIDRForLegacyField, isValidInterfaceAddress } from "./cidr.js";

/** @file Kubernetes' limits for the costs of CEL expressions (Go: apiserver/pkg/apis/cel). */

/** Limit for one evaluation. */
export const callLimit = 1_000_000;
/** Limit for all rules that one request evaluates. */
export const requestLimit = 10_000_000n;
/** Limit for the estimate of one rule, for all values in an object that it can apply to. */
export const ruleLimit = 10_000_000n;
/** Limit for the sum of the estimates of all rules of a version. */
export const versionLimit = 100_000_000n;

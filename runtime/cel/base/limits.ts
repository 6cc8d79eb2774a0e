/** @file Kubernetes' limits for the costs of CEL expressions (Go: apiserver/pkg/apis/cel). */

/** Cost limit for one evaluation of an expression. */
export const callLimit = 1_000_000;
/** Limit for the sum of the costs of all rules that one request evaluates. */
export const requestLimit = 10_000_000n;
/**
 * Limit for the product of the estimated cost of one rule and the number of values in an object to
 * which the rule can apply.
 */
export const ruleLimit = 10_000_000n;
/** Limit for the sum of the estimated costs of all rules of a version. */
export const versionLimit = 100_000_000n;

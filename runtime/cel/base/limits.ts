/** @file Kubernetes' limits of costs (Go: apiserver/pkg/apis/cel). */

/** One evaluation. */
export const callLimit = 1_000_000;
/** All rules that a request evaluates. */
export const requestLimit = 10_000_000n;
/** The estimate of one rule, for all values of an object. */
export const ruleLimit = 10_000_000n;
/** The estimates of all rules of a version. */
export const versionLimit = 100_000_000n;

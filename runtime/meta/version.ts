const maxInt64 = 2n ** 63n - 1n;
const stages: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };
const stable = 2;

interface KubeVersion {
  readonly stage: number;
  readonly major: bigint;
  readonly minor: bigint;
}

/**
 * Compares version names by Kubernetes' priority. Returns a positive number if `a` has the higher
 * priority. Stable versions come first, then beta, then alpha versions, each with higher numbers
 * first: v10, v2, v1, v1beta2, v1alpha1. Other names come last, in alphabetical order.
 */
export function compareKubeAwareVersionStrings(a: string, b: string): -1 | 0 | 1 {
  const left = parseKubeVersion(a);
  const right = parseKubeVersion(b);
  if (left === null && right === null) return order(b, a);
  if (left === null) return -1;
  if (right === null) return 1;
  return order(left.stage, right.stage) || order(left.major, right.major) || order(left.minor, right.minor);
}

function parseKubeVersion(version: string): KubeVersion | null {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return null;
  const [, major = "", stage, minor = "0"] = match;
  const parsed = {
    stage: stage === undefined ? stable : (stages[stage] ?? stable),
    major: BigInt(major),
    minor: BigInt(minor),
  };
  return parsed.major > maxInt64 || parsed.minor > maxInt64 ? null : parsed;
}

function order<T extends string | number | bigint>(a: T, b: T): -1 | 0 | 1 {
  return a === b ? 0 : a < b ? -1 : 1;
}

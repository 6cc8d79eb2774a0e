/**
 * Returns the name of the function that checks a format of Kubernetes' validation: `longName` for
 * `k8s-long-name`.
 */
export function formatFunction(format: string): string {
  return format.replace(/^k8s-/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

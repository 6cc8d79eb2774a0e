/** Returns the rule of admissionregistration.k8s.io/v1 that a webhook breaks, if it breaks one. */
export function webhookFault(webhook: { readonly [property: string]: unknown }): string | undefined {
  const { sideEffects, timeoutSeconds, admissionReviewVersions } = webhook;
  if (sideEffects !== "None" && sideEffects !== "NoneOnDryRun")
    return "needs sideEffects=None or sideEffects=NoneOnDryRun";
  if (timeoutSeconds !== undefined && !(Number(timeoutSeconds) >= 1 && Number(timeoutSeconds) <= 30))
    return "timeoutSeconds must be between 1 and 30";
  if (!Array.isArray(admissionReviewVersions) || admissionReviewVersions.length === 0)
    return "needs admissionReviewVersions=v1";
  return undefined;
}

import { isObject, textsIn, valueAt, type Schema } from "../schema.js";

/**
 * Returns the conversion of a CRD in the form of the option `crd.conversion` in
 * codegen.config.json; undefined for a CRD without a conversion webhook.
 */
export function conversionOf(crd: Schema): unknown {
  const conversion = valueAt(crd, ["spec", "conversion"]);
  if (!isObject(conversion) || conversion["strategy"] !== "Webhook") return undefined;
  const isCurrent = isObject(conversion["webhook"]);
  const webhook = isCurrent ? (conversion["webhook"] as Schema) : conversion;
  const client = isCurrent ? webhook["clientConfig"] : conversion["webhookClientConfig"];
  const { service, url } = isObject(client) ? client : {};
  const versions = textsIn(webhook["conversionReviewVersions"]);
  return {
    ...(isObject(service) ? { service } : {}),
    ...(typeof url === "string" ? { url } : {}),
    ...(versions.length === 0 ? {} : { conversionReviewVersions: versions }),
  };
}

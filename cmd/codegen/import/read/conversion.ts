import { isReadSchema, stringsIn, valueInDocument, type ReadSchema } from "../schema.js";

/**
 * Returns the conversion of a CRD in the form of the option `crd.conversion` in
 * codegen.config.json; undefined for a CRD without a conversion webhook.
 */
export function importedConversion(crd: ReadSchema): unknown {
  const conversion = valueInDocument(crd, ["spec", "conversion"]);
  if (!isReadSchema(conversion) || conversion["strategy"] !== "Webhook") return undefined;
  const isCurrent = isReadSchema(conversion["webhook"]);
  const webhook = isCurrent ? (conversion["webhook"] as ReadSchema) : conversion;
  const client = isCurrent ? webhook["clientConfig"] : conversion["webhookClientConfig"];
  const { service, url } = isReadSchema(client) ? client : {};
  const versions = stringsIn(webhook["conversionReviewVersions"]);
  return {
    ...(isReadSchema(service) ? { service } : {}),
    ...(typeof url === "string" ? { url } : {}),
    ...(versions.length === 0 ? {} : { conversionReviewVersions: versions }),
  };
}

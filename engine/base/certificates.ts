import { X509Certificate } from "node:crypto";

/**
 * Returns the reason why a string is not a list of valid certificates in PEM; undefined if it is
 * one. The API server does not serve a CustomResourceDefinition with an invalid CA bundle.
 */
export function certificatesProblem(text: string): string | undefined {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return "contains no certificate in PEM format";
  const wrong = blocks.findIndex((block) => !isCertificate(block));
  return wrong === -1 ? undefined : `contains an invalid certificate: certificate ${wrong + 1} of ${blocks.length}`;
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

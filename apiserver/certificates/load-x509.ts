import { createRequire } from "node:module";
import type * as X509 from "@peculiar/x509";

/**
 * Loads the certificate library. `require` is used because `import` takes a third longer: for an
 * `import`, Node first searches CommonJS modules for their exports.
 */
export function loadX509(): typeof X509 {
  const require = createRequire(import.meta.url);
  // This package defines the global function Reflect.getMetadata. The certificate library uses it.
  require("reflect-metadata");
  return require("@peculiar/x509") as typeof X509;
}

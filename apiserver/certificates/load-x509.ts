import { createRequire } from "node:module";
import type * as X509 from "@peculiar/x509";

/**
 * Loads the certificate library. `require` is used because `import` takes a third longer: before
 * Node runs CommonJS modules, it then searches them for their exports.
 */
export function loadX509(): typeof X509 {
  const require = createRequire(import.meta.url);
  // This package defines the global Reflect.getMetadata, which the certificate library uses.
  require("reflect-metadata");
  return require("@peculiar/x509") as typeof X509;
}

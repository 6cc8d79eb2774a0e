import { createRequire } from "node:module";
import type * as X509 from "@peculiar/x509";

/**
 * Loads the library for certificates, which takes a third longer with `import`: Node then searches
 * its CommonJS modules for their exports before it runs them.
 */
export function loadX509(): typeof X509 {
  const require = createRequire(import.meta.url);
  // The library uses the global Reflect.getMetadata, which this package defines.
  require("reflect-metadata");
  return require("@peculiar/x509") as typeof X509;
}

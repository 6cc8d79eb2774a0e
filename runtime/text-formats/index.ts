/** String formats in schemas of CRDs, for generated code (Go: kube-openapi's package strfmt). */
export * from "./email.js";
export * from "./hosts.js";
export * from "./identifiers.js";
export * from "./numbers.js";
export * from "./times.js";

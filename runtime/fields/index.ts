/** Field selectors: Go's package fields. */
export * from "./selector.js";

/** Field selectors (Go: package fields). */
export * from "./selector.js";

import type { TypeMeta } from "../meta/v1/types.js";

/**
 * An object of any kind (Go: runtime.Object). Its apiVersion and kind determine its type in a
 * scheme.
 */
export type RuntimeObject = TypeMeta;

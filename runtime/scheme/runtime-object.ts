import type { TypeMeta } from "../meta/v1/types.js";

/**
 * An object of any kind (Go: runtime.Object). A scheme determines its type by its apiVersion and
 * kind.
 */
export type RuntimeObject = TypeMeta;

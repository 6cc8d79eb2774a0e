import type { TypeMeta } from "../meta/v1/types.js";

/**
 * An object of any kind, Go's runtime.Object: its own apiVersion and kind say in a scheme which
 * type it has.
 */
export type RuntimeObject = TypeMeta;

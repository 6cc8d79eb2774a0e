export type * from "./types.js";
export type * from "./meta/v1/types.js";
export type * from "./schema.js";
export type * from "./group-version.js";
export type { ConversionScope } from "./conversion-scope.js";

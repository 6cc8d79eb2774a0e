import type { ConversionScope } from "@apimachinery/runtime";

/** Scope for conversion functions that do not use it. */
export const noScope: ConversionScope = {
  convert: () => {
    throw new Error("no conversion of the benchmark uses its scope");
  },
};

import type { ConversionScope } from "@apimachinery/runtime";

/** Scope that is passed to conversion functions. The functions do not use it. */
export const noScope: ConversionScope = {
  convert: () => {
    throw new Error("no conversion of the benchmark uses its scope");
  },
};

import type { ConversionScope } from "@apimachinery/runtime";

/** For conversions that never ask. */
export const noScope: ConversionScope = {
  convert: () => {
    throw new Error("nothing here is converted by the scope");
  },
};

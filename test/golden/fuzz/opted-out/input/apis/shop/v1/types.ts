import type { Price } from "../shared/types.js";

/** Prices have no fuzzer. Their values follow from their schema. */
export interface Cart {
  total: Price;
}

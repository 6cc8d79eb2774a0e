/** Functions for quantities, which are strings such as `100m` or `2Gi` (Go: resource.Quantity). */
export {
  addQuantities,
  compareQuantities,
  multiplyQuantity,
  negateQuantity,
  quantityOf,
  quantitySign,
  quantityToNumber,
  quantityValue,
  roundUpQuantity,
  subtractQuantities,
} from "./arithmetic.js";
export { canonicalQuantity, formatQuantity } from "./format.js";
export { type ParsedQuantity, parseQuantity } from "./parse.js";
export type { QuantityFormat } from "./suffix.js";

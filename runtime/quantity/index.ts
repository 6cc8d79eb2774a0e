/** Quantities as strings, with functions that compute with them (Go: resource.Quantity). */
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

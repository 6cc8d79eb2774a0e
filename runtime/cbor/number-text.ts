import { CBORError } from "./cbor-error.js";

/**
 * Returns the JSON of a floating-point number. It has a fraction or an exponent, so that it is not
 * read as an integer.
 * @param start the position of the number in its document, for the error
 * @throws CBORError for NaN and infinity
 */
export function floatText(value: number, start: number): string {
  if (!Number.isFinite(value)) throw new CBORError(`the number at byte ${start} is ${value}, which is not accepted`);
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/**
 * Returns the JSON of an integer. A number is a safe integer.
 * @param start the position of the number in its document, for the error
 * @throws CBORError for an integer that does not have 64 bits with a sign
 */
export function integerText(value: number | bigint, start: number): string {
  if (typeof value === "number") return String(value);
  if (BigInt.asIntN(64, value) !== value)
    throw new CBORError(`the number at byte ${start} is ${value}, which overflows int64`);
  return String(value);
}

import { layoutOfTime, parseInstant } from "../values/time-parse.js";
import { withoutTrailingZeros } from "../util/trailing-zeros.js";
import { CBORError } from "./cbor-error.js";

/**
 * Returns the time of a string with tag 0 (RFC 8949, section 3.4.1), without trailing zeros in the
 * fraction of the second.
 *
 * @param start position of the tag
 * @throws CBORError if the string is not a time of RFC 3339
 */
export function timeOfString(text: string, start: number): string {
  try {
    parseInstant(text, layoutOfTime);
  } catch (error) {
    throw new CBORError(`the text after tag 0 at byte ${start} is not a time of RFC 3339: ${(error as Error).message}`);
  }
  return text.replace(/\.\d+/, (fraction) => {
    const digits = withoutTrailingZeros(fraction.slice(1));
    return digits === "" ? "" : `.${digits}`;
  });
}

/**
 * Returns the time in UTC of a number with tag 1: seconds since 1970 (RFC 8949, section 3.4.2).
 * @param start position of the tag
 * @throws CBORError if the time is not in the years 0 to 9999
 */
export function timeOfEpoch(seconds: number, start: number): string {
  const whole = Math.trunc(seconds);
  const nanoseconds = Math.trunc((seconds - whole) * 1e9);
  const borrow = nanoseconds < 0 ? 1 : 0;
  const date = new Date((whole - borrow) * 1000);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new CBORError(`the time at byte ${start} is not in the years 0 to 9999`);
  const fraction = withoutTrailingZeros(String(nanoseconds + borrow * 1e9).padStart(9, "0"));
  return date.toISOString().replace(/\.\d+Z$/, fraction === "" ? "Z" : `.${fraction}Z`);
}

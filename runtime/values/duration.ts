import { withoutTrailingZeros } from "../util/trailing-zeros.js";
import { goTimeQuote } from "../util/go-time-quote.js";
import type { Duration } from "./types.js";

const second = 1_000_000_000n;
const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", second],
  ["m", 60n * second],
  ["h", 3600n * second],
]);

const limit = 2n ** 63n;
/**
 * Maximum length of a string that is parsed. Valid durations can otherwise have any length, because
 * units can repeat.
 */
const maxLength = 1024;

/**
 * Parses a duration as Go's time.ParseDuration does: an optional sign, then numbers with units. The
 * numbers can have fractions.
 * @returns nanoseconds as a 64-bit integer
 * @throws Error with Go's message for a string that is not a duration
 */
export function parseDuration(text: string): bigint {
  const isNegative = text.startsWith("-");
  let rest = isNegative || text.startsWith("+") ? text.slice(1) : text;
  if (rest === "0") return 0n;
  if (rest === "" || text.length > maxLength) throw invalid(text);
  let total = 0n;
  while (rest !== "") {
    const [all = "", integer = "", fraction = "", unitText = ""] = /^(\d*)(?:\.(\d*))?([^.\d]*)/.exec(rest) ?? [];
    if (integer === "" && fraction === "") throw invalid(text);
    if (tooBig(integer)) throw invalid(text);
    if (unitText === "") throw new Error(`time: missing unit in duration ${goTimeQuote(text)}`);
    const unit = units.get(unitText);
    if (unit === undefined)
      throw new Error(`time: unknown unit ${goTimeQuote(unitText)} in duration ${goTimeQuote(text)}`);
    total += BigInt(integer) * unit + fractionOf(fraction, unit);
    if (total > limit) throw invalid(text);
    rest = rest.slice(all.length);
  }
  if (!isNegative && total === limit) throw invalid(text);
  return isNegative ? -total : total;
}

/** Formats nanoseconds as Go does: `1h2m3s`; durations below one second are in ms, µs or ns. */
export function formatDuration(nanoseconds: bigint): Duration {
  if (nanoseconds === 0n) return "0s";
  const sign = nanoseconds < 0n ? "-" : "";
  const length = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (length < 1_000n) return `${sign}${String(length)}ns`;
  if (length < 1_000_000n) return `${sign}${decimal(length, 3)}\u00b5s`;
  if (length < second) return `${sign}${decimal(length, 6)}ms`;
  const minutes = length / (60n * second);
  const seconds = `${decimal(length % (60n * second), 9)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  if (minutes < 60n) return `${sign}${String(minutes)}m${seconds}`;
  return `${sign}${String(minutes / 60n)}h${String(minutes % 60n)}m${seconds}`;
}

/**
 * Returns the string that Go writes after it has read the duration `text`.
 *
 * @throws Error with Go's message for a string that is not a duration
 */
export function canonicalDuration(text: string): Duration {
  return formatDuration(parseDuration(text));
}

/**
 * Returns a duration in milliseconds. The number can have a fraction.
 * @throws Error with Go's message for a string that is not a duration
 */
export function durationToMilliseconds(duration: Duration): number {
  return Number(parseDuration(duration)) / 1e6;
}

/**
 * Returns the duration for a number of milliseconds, rounded to nanoseconds.
 * @throws RangeError if the number is not finite
 */
export function durationOfMilliseconds(milliseconds: number): Duration {
  const whole = Math.trunc(milliseconds);
  return formatDuration(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6)));
}

function invalid(text: string): Error {
  return new Error(`time: invalid duration ${goTimeQuote(text)}`);
}

/**
 * Reports whether Go refuses an integer because it is too large, before Go reads the unit. Checks
 * the length first, so that very long inputs are refused quickly.
 */
function tooBig(digits: string): boolean {
  const significant = digits.replace(/^0+/, "");
  return significant.length > 19 || BigInt(significant) > limit;
}

/**
 * Returns a fraction of a unit in nanoseconds. Uses the same float64 operations in the same order
 * as Go, so that the results are equal.
 * @param unit length of the unit in nanoseconds
 */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits.slice(0, 64)) {
    if (value > (limit - 1n) / 10n) break;
    const next = value * 10n + BigInt(digit);
    if (next > limit) break;
    value = next;
    scale *= 10;
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** Returns `value / 10^places` as a decimal without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, "0");
  const fraction = withoutTrailingZeros(digits.slice(-places));
  const integer = digits.slice(0, -places);
  return fraction === "" ? integer : `${integer}.${fraction}`;
}

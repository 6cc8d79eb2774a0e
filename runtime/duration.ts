import { goTimeQuote } from "./go-time-quote.js";
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
/** A text may repeat its units without end. */
const maxLength = 1024;

/**
 * Reads a duration as Go's time.ParseDuration does: numbers with units, each with a fraction if
 * need be, a sign before all.
 * @returns nanoseconds, in 64 bits
 * @throws Error in Go's words
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

/**
 * Prints nanoseconds as Go does: hours, minutes and seconds, or one smaller unit below a second.
 */
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

/** The text that Go writes for a duration that it read. @throws Error in Go's words */
export function canonicalDuration(text: string): Duration {
  return formatDuration(parseDuration(text));
}

/**
 * A duration in milliseconds, with what is smaller as a fraction. @throws Error in Go's words for
 * what is no duration
 */
export function durationToMilliseconds(duration: Duration): number {
  return Number(parseDuration(duration)) / 1e6;
}

/**
 * The duration of a number of milliseconds, to the nanosecond. @throws RangeError for what is not
 * finite
 */
export function durationOfMilliseconds(milliseconds: number): Duration {
  const whole = Math.trunc(milliseconds);
  return formatDuration(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6)));
}

function invalid(text: string): Error {
  return new Error(`time: invalid duration ${goTimeQuote(text)}`);
}

/**
 * Go gives up on an integer before it reads the unit. Length first, so that a megabyte of digits
 * costs nothing.
 */
function tooBig(digits: string): boolean {
  const significant = digits.replace(/^0+/, "");
  return significant.length > 19 || BigInt(significant) > limit;
}

/**
 * Go multiplies a fraction as a float64: with the same numbers in the same order, this gives the
 * same nanoseconds.
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

/** `value / 10^places` without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/, "");
  const integer = digits.slice(0, -places);
  return fraction === "" ? integer : `${integer}.${fraction}`;
}

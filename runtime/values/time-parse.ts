import { goTimeQuote } from "../util/go-time-quote.js";

/** A parsed point in time. */
export interface Instant {
  /** Seconds since 1970-01-01T00:00:00Z, without leap seconds. */
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** Go's layout of metav1.Time. `layoutOfMicroTime` is the layout of metav1.MicroTime. */
export const layoutOfTime = "2006-01-02T15:04:05Z07:00";
export const layoutOfMicroTime = "2006-01-02T15:04:05.000000Z07:00";
/** Layouts of times without a time zone. Such times are parsed as UTC. */
export const layoutOfLocalTime = "2006-01-02T15:04:05";
export const layoutOfDate = "2006-01-02";
type Layout = typeof layoutOfTime | typeof layoutOfMicroTime;
type AnyLayout = Layout | typeof layoutOfLocalTime | typeof layoutOfDate;

/** A parsed point in time with its time zone. */
export interface ZonedInstant extends Instant {
  /** The offset of the time zone, in seconds east of UTC. */
  readonly offset: number;
}

/**
 * Parses a time as Go's time.Parse does for a layout. Go accepts more than RFC 3339: hours with one
 * digit, a comma before the fraction, offsets of 24 hours, and a fraction even if the layout has
 * none.
 * @throws Error with Go's message for a string that does not have the layout
 */
export function parseInstant(text: string, layout: Layout): Instant {
  const { seconds, nanoseconds } = parseZoned(text, layout);
  return { seconds, nanoseconds };
}

/**
 * Parses a time as `parseInstant` does, and also returns its time zone.
 * @throws Error with Go's message for a string that does not have the layout
 */
export function parseZoned(text: string, layout: AnyLayout): ZonedInstant {
  const scanner = new Scanner(text, layout);
  const year = scanner.number("2006", /^\d{4}/);
  scanner.literal("-");
  const month = scanner.number("01", /^\d\d/, "month", 1, 12);
  scanner.literal("-");
  const day = scanner.number("02", /^\d\d/);
  const { seconds, nanoseconds, offset } = layout === layoutOfDate ? midnight : scanner.timeOfDay();
  scanner.end();
  if (day < 1 || day > daysIn(month, year)) scanner.fail("day out of range");
  return { seconds: secondsOf(year, month, day) + seconds - offset, nanoseconds, offset };
}

const midnight: ZonedInstant = { seconds: 0, nanoseconds: 0, offset: 0 };

class Scanner {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  timeOfDay(): ZonedInstant {
    this.literal("T");
    const hour = this.number("15", /^\d\d?/, "hour", 0, 23);
    this.literal(":");
    const minute = this.number("04", /^\d\d/, "minute", 0, 59);
    this.literal(":");
    const second = this.number("05", /^\d\d/, "second", 0, 59);
    const nanoseconds = this.#layout === layoutOfMicroTime ? this.microseconds() : this.optionalFraction();
    const offset = this.#layout === layoutOfLocalTime ? 0 : this.offset();
    return { seconds: hour * 3600 + minute * 60 + second, nanoseconds, offset };
  }

  literal(expected: string): void {
    if (!this.#rest.startsWith(expected)) this.#mismatch(expected);
    this.#rest = this.#rest.slice(1);
  }

  number(element: string, digits: RegExp, name = "", min = 0, max = Infinity): number {
    const match = digits.exec(this.#rest)?.[0] ?? this.#mismatch(element);
    this.#rest = this.#rest.slice(match.length);
    const value = Number(match);
    if (value < min || value > max) this.fail(`${name} out of range`);
    return value;
  }

  /**
   * Reads an optional fraction of a second. Digits after the ninth digit are ignored.
   * @returns nanoseconds; 0 without a fraction
   */
  optionalFraction(): number {
    const match = /^[.,](\d+)/.exec(this.#rest);
    if (match === null) return 0;
    this.#rest = this.#rest.slice(match[0].length);
    return Number((match[1] ?? "").slice(0, 9).padEnd(9, "0"));
  }

  /**
   * Reads a fraction of six digits. As in Go, a sign can replace the first digit.
   * @returns nanoseconds
   */
  microseconds(): number {
    const digits = /^[.,]([-+]\d{5}|\d{6})/.exec(this.#rest)?.[1] ?? this.#mismatch(".000000");
    this.#rest = this.#rest.slice(7);
    const value = Number(digits);
    if (value < 0) this.fail("fractional second out of range");
    return value * 1000;
  }

  /** Reads a time zone, and returns its offset from UTC in seconds. */
  offset(): number {
    if (this.#rest.startsWith("Z")) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    const zone = this.#rest;
    if (zone.length < 6 || zone.charAt(3) !== ":") this.#mismatch("Z07:00");
    const hours = /^.(\d\d)/s.exec(zone)?.[1];
    const minutes = hours === undefined ? undefined : /^.{4}(\d\d)/s.exec(zone)?.[1];
    // Like Go, checks the ranges of minutes and hours, in this order, before the remaining
    // characters.
    if (Number(minutes ?? 0) > 60) this.fail("time zone offset minute out of range");
    if (Number(hours ?? 0) > 24) this.fail("time zone offset hour out of range");
    if (minutes === undefined || !/^[-+]/.test(zone)) this.#mismatch("Z07:00");
    this.#rest = zone.slice(6);
    const seconds = Number(hours) * 3600 + Number(minutes) * 60;
    return zone.startsWith("-") ? -seconds : seconds;
  }

  end(): void {
    if (this.#rest !== "") this.fail(`extra text: ${goTimeQuote(this.#rest)}`);
  }

  fail(problem: string): never {
    throw new Error(`parsing time ${goTimeQuote(this.#text)}: ${problem}`);
  }

  #mismatch(element: string): never {
    throw new Error(
      `parsing time ${goTimeQuote(this.#text)} as "${this.#layout}": cannot parse ${goTimeQuote(this.#rest)} as "${element}"`,
    );
  }
}

/**
 * Returns a date in UTC as seconds since 1970. `setUTCFullYear` is used, because `Date.UTC` treats
 * years below 100 as years of the 20th century.
 */
function secondsOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

function daysIn(month: number, year: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

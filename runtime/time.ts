import { type Instant, layoutOfMicroTime, layoutOfTime, parseInstant } from "./time-parse.js";
import type { MicroTime, Time } from "./types.js";

/** January 1 of year 1 in UTC, Go's zero time, in seconds since 1970. */
const zero = -62_135_596_800;
const canonicalTimeText = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/**
 * The text that Go's metav1.Time writes for a text that it read: UTC, to the second, `""` for the
 * zero time (which is `null` on the wire). A fraction is dropped, not rounded. A time that only UTC
 * moves out of the years 0 to 9999 is refused, where Go writes what it can't read.
 * @throws Error in Go's words, for `""` too
 */
export function canonicalTime(text: string): Time {
  if (canonicalTimeText.test(text) && !text.startsWith("0001-01-01T00:00:00")) return text;
  return timeText({ ...parseInstant(text, layoutOfTime), nanoseconds: 0 });
}

/** `canonicalTime` for metav1.MicroTime, which takes and writes exactly six digits of a second. */
export function canonicalMicroTime(text: string): MicroTime {
  return microTimeText(parseInstant(text, layoutOfMicroTime));
}

/**
 * The time at which a `Date` stands, to the second: what falls between is dropped. The current time
 * if there is none.
 */
export function timeOf(date: Date = new Date()): Time {
  return timeText({ seconds: Math.floor(date.getTime() / 1000), nanoseconds: 0 });
}

/**
 * The time at which a `Date` stands. Its clock counts milliseconds; the last three digits are zero.
 */
export function microTimeOf(date: Date = new Date()): MicroTime {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return microTimeText({ seconds, nanoseconds: (milliseconds - seconds * 1000) * 1_000_000 });
}

/**
 * A time of either precision as a `Date`, null for the zero time. Microseconds beyond milliseconds
 * are dropped.
 * @throws Error in Go's words for what is no time
 */
export function dateOf(time: MicroTime): Date | null {
  if (time === "") return null;
  const { seconds, nanoseconds } = parseInstant(time, layoutOfTime);
  return new Date(seconds * 1000 + Math.trunc(nanoseconds / 1_000_000));
}

/**
 * Orders two times, of either precision; the zero time comes first.
 * @throws Error in Go's words for what is no time
 */
export function compareTimes(a: MicroTime, b: MicroTime): -1 | 0 | 1 {
  const left = instantOf(a);
  const right = instantOf(b);
  const difference = left.seconds - right.seconds || left.nanoseconds - right.nanoseconds;
  return difference === 0 ? 0 : difference < 0 ? -1 : 1;
}

function instantOf(time: string): Instant {
  return time === "" ? { seconds: zero, nanoseconds: 0 } : parseInstant(time, layoutOfTime);
}

function timeText({ seconds }: Instant): Time {
  return seconds === zero ? "" : `${toTheSecond(seconds)}Z`;
}

function microTimeText({ seconds, nanoseconds }: Instant): MicroTime {
  const microseconds = Math.trunc(nanoseconds / 1000);
  if (seconds === zero && microseconds === 0) return "";
  return `${toTheSecond(seconds)}.${String(microseconds).padStart(6, "0")}Z`;
}

/** toISOString prints years beyond four digits with a sign and six. */
function toTheSecond(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  if (text.length !== 24) throw new Error("Time.MarshalJSON: year outside of range [0,9999]");
  return text.slice(0, 19);
}

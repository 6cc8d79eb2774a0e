import { type Instant, layoutOfMicroTime, layoutOfTime, parseInstant } from "./time-parse.js";
import type { MicroTime, Time } from "./types.js";

/** Go's zero time, January 1 of year 1 in UTC, as seconds since 1970. */
const zero = -62_135_596_800;
const canonicalTimeText = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/**
 * Returns the string that Go's metav1.Time writes after it has read the given string: UTC, in whole
 * seconds. A fraction is dropped. The zero time is `""` in memory and `null` on the wire. A time is
 * refused if its year in UTC is not within 0 to 9999. Go writes such a time, but cannot read it
 * again.
 * @throws Error with Go's message for a string that is not such a time, also for `""`
 */
export function canonicalTime(text: string): Time {
  if (canonicalTimeText.test(text) && !text.startsWith("0001-01-01T00:00:00")) return text;
  return timeOfInstant({ ...parseInstant(text, layoutOfTime), nanoseconds: 0 });
}

/**
 * Returns the string that Go's metav1.MicroTime writes after it has read the given string. The
 * seconds have exactly six decimal places.
 * @throws Error with Go's message for a string that is not such a time, also for `""`
 */
export function canonicalMicroTime(text: string): MicroTime {
  return microTimeOfInstant(parseInstant(text, layoutOfMicroTime));
}

/** Returns a date as Time, without milliseconds. Default: the current time. */
export function timeOf(date: Date = new Date()): Time {
  return timeOfInstant({ seconds: Math.floor(date.getTime() / 1000), nanoseconds: 0 });
}

/**
 * Returns a date as MicroTime. The last three digits are zero, because the precision of a Date is a
 * millisecond. Default: the current time.
 */
export function microTimeOf(date: Date = new Date()): MicroTime {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return microTimeOfInstant({ seconds, nanoseconds: (milliseconds - seconds * 1000) * 1_000_000 });
}

/**
 * Returns a time as a `Date`, in whole milliseconds; null for the zero time.
 * @throws Error with Go's message for a string that is not a time
 */
export function dateOf(time: MicroTime): Date | null {
  if (time === "") return null;
  const { seconds, nanoseconds } = parseInstant(time, layoutOfTime);
  return new Date(seconds * 1000 + Math.trunc(nanoseconds / 1_000_000));
}

/**
 * Compares two times, which can have different precisions. The zero time is earlier than all
 * others.
 * @throws Error with Go's message for a string that is not a time
 */
export function compareTimes(a: MicroTime, b: MicroTime): -1 | 0 | 1 {
  const left = instantOfTime(a);
  const right = instantOfTime(b);
  const difference = left.seconds - right.seconds || left.nanoseconds - right.nanoseconds;
  return difference === 0 ? 0 : difference < 0 ? -1 : 1;
}

/**
 * Returns a time as seconds since 1970 and nanoseconds.
 * @throws Error with Go's message for a string that is not a time
 */
export function instantOfTime(time: MicroTime): Instant {
  return time === "" ? { seconds: zero, nanoseconds: 0 } : parseInstant(time, layoutOfTime);
}

/**
 * Returns a point in time as Time, without its nanoseconds.
 * @throws Error for a year that is not within 0 to 9999
 */
export function timeOfInstant({ seconds }: Instant): Time {
  return seconds === zero ? "" : `${toTheSecond(seconds)}Z`;
}

/**
 * Returns a point in time as MicroTime.
 * @throws Error for a year that is not within 0 to 9999
 */
export function microTimeOfInstant({ seconds, nanoseconds }: Instant): MicroTime {
  const microseconds = Math.trunc(nanoseconds / 1000);
  if (seconds === zero && microseconds === 0) return "";
  return `${toTheSecond(seconds)}.${String(microseconds).padStart(6, "0")}Z`;
}

/**
 * Cache of the last printed day: the number of days since 1970, and the string. Consecutive times
 * are often on the same day.
 */
let last = { day: NaN, text: "" };

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

function toTheSecond(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const day = Math.floor(minutes / 1440);
  if (day !== last.day) last = { day, text: textOfDay(day) };
  const minute = minutes - day * 1440;
  const hour = twoDigits[Math.floor(minute / 60)] as string;
  return `${last.text}${hour}:${twoDigits[minute % 60] as string}:${twoDigits[seconds - minutes * 60] as string}`;
}

/**
 * Returns the date part of a time.
 * @throws Error for a year that is not within 0 to 9999. For such a year, `toISOString` prints a
 * sign and six digits, or throws
 */
function textOfDay(day: number): string {
  const date = new Date(day * 86_400_000);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  if (text.length !== 24) throw new Error("Time.MarshalJSON: year outside of range [0,9999]");
  return text.slice(0, 11);
}

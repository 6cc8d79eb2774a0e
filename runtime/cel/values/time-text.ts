import { withoutTrailingZeros } from "../../util/trailing-zeros.js";
import type { CELTimestamp } from "./classes.js";

const second = 1_000_000_000n;

/** A time in one time zone: its date and time of day, and the nanoseconds of its second. */
export interface LocalTime {
  /** A date whose fields in UTC are those of the local time. */
  readonly date: Date;
  readonly nanoseconds: number;
}

export function localTime({ nanoseconds }: CELTimestamp, offset: number): LocalTime {
  const rest = ((nanoseconds % second) + second) % second;
  return { date: new Date((Number((nanoseconds - rest) / second) + offset) * 1000), nanoseconds: Number(rest) };
}

/**
 * Returns a time in the format of RFC 3339, with as many digits of a second as necessary.
 *
 * @param isPrinted true for the format in which Go prints times: `2006-01-02 15:04:05 +0000 UTC`
 */
export function timestampString(timestamp: CELTimestamp, isPrinted = false): string {
  const { date, nanoseconds } = localTime(timestamp, timestamp.offset);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${String(date.getUTCFullYear()).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const fraction = withoutTrailingZeros(String(nanoseconds).padStart(9, "0"));
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const exact = fraction === "" ? time : `${time}.${fraction}`;
  const minutes = Math.trunc(Math.abs(timestamp.offset) / 60);
  const zone = `${timestamp.offset < 0 ? "-" : "+"}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  if (!isPrinted) return `${day}T${exact}${timestamp.offset === 0 ? "Z" : zone}`;
  const short = zone.replace(":", "");
  return `${day} ${exact} ${short} ${timestamp.offset === 0 ? "UTC" : short}`;
}

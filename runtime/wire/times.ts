import { formatDuration, parseDuration } from "../values/duration.js";
import { instantOfTime, microTimeOfInstant, timeOfInstant } from "../values/time.js";
import type { Instant } from "../values/time-parse.js";
import type { Duration, MicroTime, Time } from "../values/types.js";
import type { ProtobufReader } from "./protobuf-reader.js";
import type { ProtobufWriter } from "./protobuf-writer.js";
import { readInt64 } from "./scalars.js";
import { readTag, skipField } from "./tags.js";

const fields: Readonly<Record<number, string>> = { 1: "seconds", 2: "nanos" };
const durationFields: Readonly<Record<number, string>> = { 1: "duration" };
const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Writes a time in seconds (Go: metav1.Time). The zero time is an empty message. */
export function Marshal_Time(writer: ProtobufWriter, time: Time | undefined): void {
  if (time === undefined || time === "") return;
  const seconds = canonical.test(time) ? Date.parse(time) / 1000 : instantOfTime(time).seconds;
  writer.uint32(8).int64(seconds).uint32(16).int32(0);
}

/** Writes a time in microseconds (Go: metav1.MicroTime). The zero time is an empty message. */
export function Marshal_MicroTime(writer: ProtobufWriter, time: MicroTime | undefined): void {
  if (time === undefined || time === "") return;
  const { seconds, nanoseconds } = instantOfTime(time);
  writer
    .uint32(8)
    .int64(seconds)
    .uint32(16)
    .int32(Math.trunc(nanoseconds / 1000) * 1000);
}

/**
 * Reads a time in seconds.
 * @throws Error for a year that is not within 0 to 9999
 */
export function Unmarshal_Time(reader: ProtobufReader, end: number): Time {
  const instant = readInstant(reader, end);
  return instant === undefined ? "" : timeOfInstant(instant);
}

/**
 * Reads a time in microseconds.
 * @throws Error for a year that is not within 0 to 9999
 */
export function Unmarshal_MicroTime(reader: ProtobufReader, end: number): MicroTime {
  const instant = readInstant(reader, end);
  return instant === undefined ? "" : microTimeOfInstant(instant);
}

/** Reads a timestamp. Returns undefined for an empty message, which is the zero time. */
function readInstant(reader: ProtobufReader, end: number): Instant | undefined {
  if (reader.pos === end) return undefined;
  let [seconds, nanoseconds] = [0, 0];
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 8) seconds = readInt64(reader);
    else if (tag === 16) nanoseconds = reader.int32();
    else skipField(reader, tag, fields);
  }
  const carry = Math.floor(nanoseconds / 1e9);
  return { seconds: seconds + carry, nanoseconds: nanoseconds - carry * 1e9 };
}

/** Writes a duration (Go: metav1.Duration). An absent duration is written as 0. */
export function Marshal_Duration(writer: ProtobufWriter, duration: Duration | undefined): void {
  writer.uint32(8).int64(duration === undefined ? 0 : String(parseDuration(duration)));
}

export function Unmarshal_Duration(reader: ProtobufReader, end: number, into: Duration = "0s"): Duration {
  let duration = into;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 8) duration = formatDuration(BigInt(reader.int64().toString()));
    else skipField(reader, tag, durationFields);
  }
  return duration;
}

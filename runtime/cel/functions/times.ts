/** @file The functions of times and durations. */
import { oncePerText } from "../../util/once-per.js";
import { goQuote } from "../../util/go-quote.js";
import type { Functions } from "./declaration.js";
import type { CELDuration, CELTimestamp } from "../values/classes.js";
import { timestampOverflow } from "../values/arithmetic.js";
import { localTime, type LocalTime } from "../values/time-text.js";
import { EvaluationError, type Result } from "../values/value.js";

type Part = (time: LocalTime) => number;

const dayLength = 86_400_000;

/** The functions that return a part of a time, with the part's name in identifiers of overloads. */
const parts: Readonly<Record<string, readonly [id: string, part: Part]>> = {
  getDate: ["day_of_month_1_based", ({ date }) => date.getUTCDate()],
  getDayOfMonth: ["day_of_month", ({ date }) => date.getUTCDate() - 1],
  getDayOfWeek: ["day_of_week", ({ date }) => date.getUTCDay()],
  getDayOfYear: [
    "day_of_year",
    ({ date }) => Math.floor((date.getTime() - new Date(date.getTime()).setUTCMonth(0, 1)) / dayLength),
  ],
  getFullYear: ["year", ({ date }) => date.getUTCFullYear()],
  getHours: ["hours", ({ date }) => date.getUTCHours()],
  getMilliseconds: ["milliseconds", ({ nanoseconds }) => Math.trunc(nanoseconds / 1_000_000)],
  getMinutes: ["minutes", ({ date }) => date.getUTCMinutes()],
  getMonth: ["month", ({ date }) => date.getUTCMonth()],
  getSeconds: ["seconds", ({ date }) => date.getUTCSeconds()],
};

function partIn(timestamp: CELTimestamp, zone: string, part: Part): Result {
  const offset = offsetOf(timestamp, zone);
  if (offset instanceof EvaluationError) return offset;
  const value = part(localTime(timestamp, offset));
  return Number.isNaN(value) ? timestampOverflow : BigInt(value);
}

/** Returns the offset of a time zone in seconds east of UTC; an error for an unknown time zone. */
function offsetOf(timestamp: CELTimestamp, zone: string): number | EvaluationError {
  const colon = zone.indexOf(":");
  if (colon < 0) return offsetOfName(timestamp, zone);
  const hours = atoi(zone.slice(0, colon));
  if (hours instanceof EvaluationError) return hours;
  const minutes = atoi(zone.slice(colon + 1));
  if (minutes instanceof EvaluationError) return minutes;
  return (hours * 60 + (zone.startsWith("-") ? -minutes : minutes)) * 60;
}

function atoi(text: string): number | EvaluationError {
  const problem = !/^[-+]?\d+$/.test(text)
    ? "invalid syntax"
    : Number.isSafeInteger(Number(text))
      ? ""
      : "value out of range";
  return problem === "" ? Number(text) : new EvaluationError(`strconv.Atoi: parsing ${goQuote(text)}: ${problem}`);
}

/**
 * Returns the formatter of a time zone; undefined for an unknown name. As in Go, names of time
 * zones are case-sensitive.
 */
const formatOf = oncePerText(600, (zone): Intl.DateTimeFormat | undefined => {
  if (/^[-+\d]/.test(zone)) return undefined;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const { timeZone } = format.resolvedOptions();
    return timeZone.toLowerCase() === zone.toLowerCase() && timeZone !== zone ? undefined : format;
  } catch {
    return undefined;
  }
});

function offsetOfName(timestamp: CELTimestamp, zone: string): number | EvaluationError {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  if (zone.includes("..") || /^[/\\]/.test(zone)) return new EvaluationError("time: invalid location name");
  const format = formatOf(zone);
  if (format === undefined) return new EvaluationError(`unknown time zone ${zone}`);
  const parts = format.formatToParts(localTime(timestamp, 0).date);
  // The offset is in the form `GMT`, `GMT+05:30`, or, for times before time zones, `GMT-00:01:15`.
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [hours = 0, minutes = 0, seconds = 0] = (offset.match(/\d+/g) ?? []).map(Number);
  return (offset.includes("-") ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds);
}

/** Returns the declaration of a conversion of a duration to whole units, rounded towards zero. */
function whole(name: string, unit: string, nanoseconds: bigint): Functions {
  return {
    [`duration_to_${unit} = (duration).${name}(): int`]: (value: CELDuration) => value.nanoseconds / nanoseconds,
  };
}

/** The functions of times and durations. */
export const timeFunctions: Functions = {
  ...Object.fromEntries(
    Object.entries(parts).flatMap(([name, [id, part]]) => [
      [`timestamp_to_${id} = (timestamp).${name}(): int`, (time: CELTimestamp) => partIn(time, "", part)],
      [
        `timestamp_to_${id}_${id === "seconds" ? "tz" : "with_tz"} = (timestamp).${name}(string): int`,
        (time: CELTimestamp, zone: string) => partIn(time, zone, part),
      ],
    ]),
  ),
  ...whole("getHours", "hours", 3_600_000_000_000n),
  ...whole("getMinutes", "minutes", 60_000_000_000n),
  ...whole("getSeconds", "seconds", 1_000_000_000n),
  ...whole("getMilliseconds", "milliseconds", 1_000_000n),
};

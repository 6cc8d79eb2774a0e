/** @file The functions of times and durations. */
import { oncePerText } from "../../util/once-per.js";
import { goQuote } from "../../util/go-quote.js";
import { instanceOf, isStringValue, binary, unaryFunction } from "./signature.js";
import { CELDuration, CELTimestamp } from "../values/classes.js";
import { timestampOverflow } from "../values/arithmetic.js";
import { localTime, type LocalTime } from "../values/time-text.js";
import { EvaluationError, type Implementations, type Result } from "../values/value.js";

type Part = (time: LocalTime) => number;

const dayLength = 86_400_000;

/**
 * Functions that return a part of a time, such as the year, by the first words of their overloads'
 * identifiers.
 */
const parts: Readonly<Record<string, Part>> = {
  timestamp_to_year: ({ date }) => date.getUTCFullYear(),
  timestamp_to_month: ({ date }) => date.getUTCMonth(),
  timestamp_to_day_of_year: ({ date }) =>
    Math.floor((date.getTime() - new Date(date.getTime()).setUTCMonth(0, 1)) / dayLength),
  timestamp_to_day_of_month: ({ date }) => date.getUTCDate() - 1,
  timestamp_to_day_of_month_1_based: ({ date }) => date.getUTCDate(),
  timestamp_to_day_of_week: ({ date }) => date.getUTCDay(),
  timestamp_to_hours: ({ date }) => date.getUTCHours(),
  timestamp_to_minutes: ({ date }) => date.getUTCMinutes(),
  timestamp_to_seconds: ({ date }) => date.getUTCSeconds(),
  timestamp_to_milliseconds: ({ nanoseconds }) => Math.trunc(nanoseconds / 1_000_000),
};

const time = instanceOf(CELTimestamp);
const duration = instanceOf(CELDuration);

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
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
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
  const { date } = localTime(timestamp, 0);
  const found = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const number = (name: string): number => Number(found[name] ?? 0);
  const year = (found["era"] ?? "").startsWith("B") ? 1 - number("year") : number("year");
  const local = new Date(0);
  local.setUTCFullYear(year, number("month") - 1, number("day"));
  local.setUTCHours(number("hour"), number("minute"), number("second"));
  return (local.getTime() - date.getTime()) / 1000;
}

/** Returns a function that converts a duration to whole units, rounded towards zero. */
function whole(unit: bigint): (value: CELDuration) => Result {
  return ({ nanoseconds }) => nanoseconds / unit;
}

export const times: Implementations = {
  ...Object.fromEntries(
    Object.entries(parts).flatMap(([id, part]) => [
      [id, unaryFunction(time, (value) => partIn(value, "", part))],
      [
        id === "timestamp_to_seconds" ? `${id}_tz` : `${id}_with_tz`,
        binary(time, isStringValue, (value, zone) => partIn(value, zone, part)),
      ],
    ]),
  ),
  duration_to_hours: unaryFunction(duration, whole(3_600_000_000_000n)),
  duration_to_minutes: unaryFunction(duration, whole(60_000_000_000n)),
  duration_to_seconds: unaryFunction(duration, whole(1_000_000_000n)),
  duration_to_milliseconds: unaryFunction(duration, whole(1_000_000n)),
};

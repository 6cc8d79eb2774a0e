/**
 * @file The values of strings with formats of OpenAPI, as Kubernetes parses them (Go: package
 * strfmt).
 */
import { decodeBytes } from "../../values/bytes.js";
import { parseDuration } from "../../values/duration.js";
import {
  layoutOfDate,
  layoutOfLocalTime,
  layoutOfTime,
  parseZoned,
  type ZonedInstant,
} from "../../values/time-parse.js";
import { CELBytes, CELDuration, CELTimestamp } from "./classes.js";
import { parsedBy } from "./attempt.js";
import { EvaluationError, type Result, type Value } from "./value.js";

const second = 1_000_000_000n;

export function timestampOf({ seconds, nanoseconds, offset }: ZonedInstant): CELTimestamp {
  return new CELTimestamp(BigInt(seconds) * second + BigInt(nanoseconds), offset);
}

export function timestampFromDate(text: string): Result {
  return formatted("date", text, () => timestampOf(parseZoned(text, layoutOfDate)));
}

export function dateTimeOf(text: string): Result {
  if (text === "") return new CELTimestamp(0n);
  const time = parsedBy(() => timestampOf(parseZoned(text, layoutOfTime)));
  if (!(time instanceof EvaluationError)) return time;
  return formatted("date-time", text, () => timestampOf(parseZoned(text, layoutOfLocalTime)));
}

function formatted(format: string, text: string, parse: () => Value): Result {
  return parsedBy(parse, `Invalid ${format} formatted string ${text}: `);
}

/** The units of durations such as `3 days`, each with the pattern of its names. */
const units: readonly (readonly [names: RegExp, nanoseconds: bigint])[] = [
  [/^(?:ns|nano.*)$/, 1n],
  [/^(?:us|µs|micro.*)$/, 1000n],
  [/^(?:ms|milli.*)$/, 1_000_000n],
  [/^(?:s|sec.*)$/, second],
  [/^(?:m|min.*)$/, 60n * second],
  [/^(?:h|hr|hour.*)$/, 3600n * second],
  [/^(?:d|day.*)$/, 86_400n * second],
  [/^(?:w|wk|week.*)$/, 604_800n * second],
];

/** Parses a duration of Go, or one such as `3 days`. Returns an error for any other string. */
export function durationOf(text: string): Result {
  const duration = parsedBy(() => new CELDuration(parseDuration(text)));
  return duration instanceof EvaluationError ? durationWithUnits(text) : duration;
}

function durationWithUnits(text: string): Result {
  let total: bigint | undefined;
  for (const [, digits = "", name = ""] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    if (digits.length > 18 && BigInt(digits) > 0x7fff_ffff_ffff_ffffn)
      return new EvaluationError(
        `Invalid duration ${text}: strconv.Atoi: parsing ${JSON.stringify(digits)}: value out of range`,
      );
    const unit = units.find(([names]) => names.test(name.toLowerCase()))?.[1];
    if (unit !== undefined) total = BigInt.asIntN(64, (total ?? 0n) + BigInt(digits) * unit);
  }
  if (total !== undefined) return new CELDuration(total);
  return new EvaluationError(`Invalid duration ${text}: unable to parse ${text} as duration`);
}

/**
 * The digits of base64 for URLs, each with the equivalent digit of standard base64. Digits that
 * only standard base64 has become `!`, which is invalid.
 */
const standardDigits: Readonly<Record<string, string>> = { "-": "+", _: "/", "+": "!", "/": "!" };

/** Decodes base64 for URLs. Returns an error for an invalid string. */
export function urlBytes(text: string): Result {
  const standard = text.replaceAll(/[-_+/]/g, (digit) => standardDigits[digit] ?? digit);
  return formatted("byte", text, () => new CELBytes(decodeBytes(standard)));
}

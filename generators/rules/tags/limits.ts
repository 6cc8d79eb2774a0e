import { removeMarker, remedyAs } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { reportMarker, wrongType, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { nativeKind } from "../native.js";
import { limits, type LimitName } from "../../../runtime/schema/limits.js";
import type { RuleValueKind } from "../../../runtime/rules/value.js";
import { noValidations, rulesOnly, newRule } from "../rule.js";
import { underlying } from "../../../engine/model/lookup.js";
import { payloadString } from "../tag.js";

/**
 * Returns the reader of a marker that limits the number of characters, bytes, items or properties.
 */
export function countLimit(kind: LimitName, on: RuleValueKind, noun: string): MarkerReader {
  return (reader, context, marker) => {
    // Bytes can have the limits of a list, because they are a list of numbers in Go.
    const isOfBytes = on === "list" && nativeKind(reader.universe, context.value.type) === "bytes";
    if (!isOfBytes && !isOn(reader, context, marker, on, noun)) return noValidations;
    const text = payloadString(marker);
    const limit = Number(text);
    if (!Number.isSafeInteger(limit) || hasLeadingZero(text)) {
      reportMarker(
        reader,
        "validation/bad-marker-value",
        marker,
        "needs a whole number, 0 or more, without leading zeros",
      );
      return noValidations;
    }
    const { of, side } = limits[kind];
    if (of === "properties" && limit > 100_000) {
      reportMarker(reader, "validation/bad-marker-value", marker, "must be at most 100000");
      return noValidations;
    }
    // Every string has at least 0 characters, so this limit has no effect.
    if (of === "characters" && side === "least" && limit <= 0) return noValidations;
    return rulesOnly(newRule({ kind, limit }));
  };
}

/** Returns the reader of a marker that limits the value of a number. */
export function numberLimit(kind: LimitName): MarkerReader {
  return (reader, context, marker) => {
    if (!isInteger(reader, context, marker)) return noValidations;
    const text = payloadString(marker);
    if (hasLeadingZero(text)) {
      reportMarker(reader, "validation/bad-marker-value", marker, "needs a whole number without leading zeros");
      return noValidations;
    }
    const range = rangeOf(reader, context);
    const limit = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text.replace("+", ""));
    if (limit < range.least || limit > range.most) {
      reportMarker(
        reader,
        "validation/bad-marker-value",
        marker,
        `must be a value of ${range.name}, from ${range.least} to ${range.most}`,
      );
      return noValidations;
    }
    return rulesOnly(newRule({ kind, limit: Number(limit) }));
  };
}

/**
 * Reports whether the value is an integer. If not, adds a problem for the marker. The type `number`
 * permits fractions, and is often used by mistake for whole numbers.
 */
function isInteger(reader: Reader, context: MarkerContext, marker: Marker): boolean {
  const kind = nativeKind(reader.universe, context.value.type);
  if (kind !== "float") return isOn(reader, context, marker, "int", "integers");
  const advice = "if the values are whole numbers, change the type to int32 or int64; otherwise remove the marker";
  wrongType(reader, context, marker, "integers", remedyAs(advice, removeMarker(marker)));
  return false;
}

/** Reports whether a number has a leading zero, as in `010`. Go reads such a number as octal. */
function hasLeadingZero(text: string): boolean {
  return /^[+-]?0\d/.test(text);
}

/**
 * Reports whether the value has the kind `on`, which the marker requires. If not, adds a problem
 * for the marker.
 */
export function isOn(reader: Reader, context: MarkerContext, marker: Marker, on: RuleValueKind, noun: string): boolean {
  const isRight = nativeKind(reader.universe, context.value.type) === on;
  if (!isRight) wrongType(reader, context, marker, noun);
  return isRight;
}

/** Name and limits of an integer type. */
export interface IntegerRange {
  readonly name: string;
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Returns the smallest and the largest value of an integer type; those of `int64` for a union of
 * numbers.
 */
export function rangeOf({ universe }: Reader, { value }: MarkerContext): IntegerRange {
  const under = underlying(universe, value.type);
  const name = under.kind === "scalar" ? under.name : "int64";
  const bits = BigInt(/\d+$/.exec(name)?.[0] ?? "64");
  if (name.startsWith("uint")) return { name, least: 0n, most: (1n << bits) - 1n };
  return { name, least: -(1n << (bits - 1n)), most: (1n << (bits - 1n)) - 1n };
}

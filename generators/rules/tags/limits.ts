import { removeMarker, remedyAs, replaceMarker } from "../../../engine/base/fix.js";
import {
  isOn,
  kindAt,
  outermostMarker,
  reportMarker,
  wrongType,
  type MarkerContext,
  type MarkerReader,
  type MarkerSite,
  type Reader,
} from "../context.js";
import { limits, type LimitName } from "../../../runtime/schema/limits.js";
import type { RuleValueKind } from "../../../runtime/rules/value.js";
import { noValidations, rulesOnly, newRule } from "../rule.js";
import { underlying } from "../../../engine/model/lookup.js";
import { payloadString } from "../tag.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";

/**
 * Returns the reader of a marker that limits the number of characters, bytes, items or properties.
 */
export function countLimit(kind: LimitName, on: RuleValueKind, noun: string): MarkerReader {
  return (site) => {
    // Bytes can have the limits of a list, because they are a list of numbers in Go.
    const isOfBytes = on === "list" && kindAt(site) === "bytes";
    if (!isOfBytes && !isOn(site, on, noun)) return noValidations;
    const text = payloadString(site.marker);
    const limit = Number(text);
    if (!Number.isSafeInteger(limit) || hasLeadingZero(text)) {
      const message = "needs a whole number, 0 or more, without leading zeros";
      return reportMarker(site, "validation/bad-marker-value", message);
    }
    const { of, side } = limits[kind];
    if (of === "properties" && limit > 100_000)
      return reportMarker(site, "validation/bad-marker-value", "must be at most 100000");
    // Every string has at least 0 characters, so this limit has no effect.
    if (of === "characters" && side === "least" && limit <= 0) return noValidations;
    return rulesOnly(newRule({ kind, limit }));
  };
}

/** Returns the reader of a marker that limits the value of a number. */
export function numberLimit(kind: LimitName): MarkerReader {
  return (site) => {
    if (!isInteger(site, kind)) return noValidations;
    const text = payloadString(site.marker);
    if (hasLeadingZero(text))
      return reportMarker(site, "validation/bad-marker-value", "needs a whole number without leading zeros");
    const limit = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text.replace("+", ""));
    return isInTypeRange(site, limit) ? rulesOnly(newRule({ kind, limit: Number(limit) })) : noValidations;
  };
}

/**
 * Reports whether the value is an integer. If not, adds a problem for the marker. The type `number`
 * permits fractions, and is often used by mistake for whole numbers.
 */
function isInteger(site: MarkerSite, kind: LimitName): boolean {
  if (kindAt(site) !== "float") return isOn(site, "int", "integers");
  const { marker } = site;
  const first = outermostMarker(marker);
  const limit = `+kubebuilder:validation:${upperFirstLetter(kind)}=${payloadString(marker)}`;
  // Only a marker that is not the value of another one can have the other name.
  const fix = first === marker ? replaceMarker(marker, limit, `write ${limit}`) : removeMarker(first);
  const advice = `if the values are whole numbers, change the type to int32 or int64; otherwise ${fix.text}`;
  wrongType(site, "integers", remedyAs(advice, fix));
  return false;
}

/** Reports whether a number has a leading zero, as in `010`. Go reads such a number as octal. */
function hasLeadingZero(text: string): boolean {
  return /^[+-]?0\d/.test(text);
}

/**
 * Reports whether a number is a possible value of the integer type. If not, adds a problem for the
 * marker.
 */
export function isInTypeRange(site: MarkerSite, value: bigint): boolean {
  const { name, least, most } = rangeOf(site.reader, site.context);
  const isInside = value >= least && value <= most;
  if (!isInside)
    reportMarker(site, "validation/bad-marker-value", `must be a value of ${name}, from ${least} to ${most}`);
  return isInside;
}

/**
 * Returns the smallest and the largest value of an integer type; those of `int64` for a union of
 * numbers.
 */
function rangeOf({ universe }: Reader, { value }: MarkerContext) {
  const under = underlying(universe, value.type);
  const name = under.kind === "scalar" ? under.name : "int64";
  const bits = BigInt(/\d+$/.exec(name)?.[0] ?? "64");
  if (name.startsWith("uint")) return { name, least: 0n, most: (1n << bits) - 1n };
  return { name, least: -(1n << (bits - 1n)), most: (1n << (bits - 1n)) - 1n };
}

import { defaultMarkerOf } from "../markers/defaults.js";
import { remedyAs, replaceMarker, type Fix } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Problem } from "../../engine/base/problem.js";
import { limitedSize, violatedBy, type Violated } from "./accepts.js";
import { parseMarkerJSON } from "../markers/constraints.js";
import { markerProblem, type MarkedValue } from "./marked-value.js";

/**
 * Reports a default that violates a constraint of its property, or of a nested type or property.
 */
export function refusedDefault(subject: MarkedValue): readonly Problem[] {
  const { name, type, markers } = subject;
  const marker = defaultMarkerOf(subject);
  const value = marker?.value === undefined ? undefined : parseMarkerJSON(marker.value);
  if (marker === undefined || value === undefined) return [];
  return violatedBy(subject, value, type, markers).map((violated): Problem => {
    const { stated, of } = violated;
    const constraint = `${stated.part}${stated.keyword} ${JSON.stringify(stated.value)}`;
    // A default that equals a limit and still violates it means that the limit is exclusive.
    const exclusive = stated.keyword.endsWith("imum") && value === stated.value ? ", which is exclusive" : "";
    const text = `${of === undefined ? `its ${constraint}` : `${constraint} of ${of}`}${exclusive}`;
    const fixes = fixesOf(marker, value, violated);
    const choices = fixes.map((fix) => fix.text).join(", ");
    const message = `the default of ${name} is ${JSON.stringify(value)}, which violates ${text}`;
    const hint = `change the default or the constraint${choices === "" ? "" : `, for example: ${choices}`}`;
    return markerProblem("openapi/refused-default", marker, message, remedyAs(hint, ...fixes));
  });
}

/** Returns the fixes that change the default or the constraint, if the correct value is certain. */
function fixesOf(marker: Marker, value: unknown, { stated, of }: Violated): readonly Fix[] {
  if (of !== undefined || stated.part !== "") return [];
  const { keyword, value: limit } = stated;
  return [
    ...replaced(marker, fittingDefault(value, keyword, limit)),
    ...replaced(stated.marker, fittingLimit(value, keyword, limit)),
  ];
}

function replaced(marker: Marker, value: unknown): readonly Fix[] {
  return value === undefined ? [] : [replaceMarker(marker, `+${marker.name}=${JSON.stringify(value)}`)];
}

/**
 * Returns a valid value that is similar to an invalid default. Returns undefined if no value is
 * certainly valid.
 */
function fittingDefault(value: unknown, keyword: string, limit: unknown): unknown {
  if (keyword === "enum") return Array.isArray(limit) ? (limit as readonly unknown[])[0] : undefined;
  if (typeof limit !== "number" || keyword === "maxBytes" || keyword === "neq") return undefined;
  if (typeof value === "number") return value === limit ? undefined : limit;
  if (!keyword.startsWith("max")) return undefined;
  return typeof value === "string"
    ? Array.from(value).slice(0, limit).join("")
    : Array.isArray(value)
      ? value.slice(0, limit)
      : undefined;
}

/**
 * Returns the limit that is just wide enough for the default; undefined if no such limit is
 * certain.
 */
function fittingLimit(value: unknown, keyword: string, limit: unknown): unknown {
  if (keyword === "minimum" || keyword === "maximum") return value === limit ? undefined : value;
  return /^(min|max)/.test(keyword) ? limitedSize(value, keyword) : undefined;
}

import { addMarker, remedyAs } from "../../../engine/fix/fix.js";
import { underlying } from "../../../engine/model/lookup.js";
import type { Universe } from "../../../engine/model/universe.js";
import type { Position } from "../../../engine/problem.js";
import type { Explanation, Refusal } from "./explain.js";
import { markerOf } from "./markers-of.js";
import type { Origin } from "./origin.js";

/**
 * Returns the problem of a rule whose estimated cost is above the limit, with the bounds to add.
 */
export function expensive({ universe, origin, cause, detail }: Refusal): Explanation {
  const missing = missingBounds(universe, origin, detail);
  const factor = /by factor of (.*?) \(/.exec(detail)?.[1];
  const what = cause === undefined ? "the rules" : `+${cause.marker.name.replace(/:rule$/, "")}`;
  const cost =
    factor === undefined
      ? "together with others exceeds the limit of API servers"
      : `is ${factor} the limit of API servers`;
  const markers = missing.map(({ marker, label }) => `${marker} to ${label}`).join(", ");
  const edits = missing.flatMap(({ marker, value, position }) =>
    position === undefined ? [] : addMarker(position, `${marker}=${String(value)}`).edits,
  );
  return {
    code: "cel/cost",
    message: `the estimated cost of ${what} of ${cause?.label ?? origin.label} ${cost}`,
    ...(missing.length === 0
      ? {
          hint: "add or lower the bounds of what the rule reads: MaxItems of lists, MaxProperties of maps, MaxLength of strings",
        }
      : remedyAs(
          `add ${markers}`,
          ...(edits.length < missing.length ? [] : [{ text: "add the bounds", edits, isExample: true as const }]),
        )),
  };
}

/** A bound that a list, a map or a string does not have. */
interface MissingBound {
  /** The marker without its value. */
  readonly marker: string;
  /** A value with which rules in two nested lists are cheap enough. */
  readonly value: number;
  readonly label: string;
  readonly position: Position | undefined;
}

/** Returns the bounds that a value, and the lists and maps around it, do not have. */
function missingBounds(universe: Universe, origin: Origin, detail: string): readonly MissingBound[] {
  if (detail.startsWith("x-kubernetes")) return [];
  const missing = [...boundOf(universe, origin)];
  for (let at: Origin | undefined = origin; at !== undefined; at = at.outer)
    if (at.outer !== undefined && isPart(at)) missing.push(...boundOf(universe, at.outer));
  return missing;
}

/** Reports whether an origin is of the items of a list or of the values of a map. */
export function isPart({ label }: Origin): boolean {
  return /^the (?:items|values) of /.test(label);
}

const bounds = {
  list: { keyword: "maxItems", value: 64 },
  map: { keyword: "maxProperties", value: 64 },
  scalar: { keyword: "maxLength", value: 253 },
} as const;

function boundOf(universe: Universe, origin: Origin): readonly MissingBound[] {
  const under = underlying(universe, origin.type);
  if (under.kind !== "list" && under.kind !== "map" && under.kind !== "scalar") return [];
  if (under.kind === "scalar" && !/^(?:string|bytes|IntOrString|Quantity|Duration)$/.test(under.name)) return [];
  const { keyword, value } = bounds[under.kind];
  if (markerOf(origin, keyword) !== undefined) return [];
  // The marker of items and values is at the property with the list or map.
  const isInner = origin.field === undefined && isPart(origin);
  const holder = isInner ? (origin.outer ?? origin) : origin;
  const own = `+kubebuilder:validation:${keyword.slice(0, 1).toUpperCase()}${keyword.slice(1)}`;
  const marker = isInner ? `+k8s:eachVal=+k8s:${keyword}` : own;
  return [{ marker, value, label: holder.label, position: holder.field?.position }];
}

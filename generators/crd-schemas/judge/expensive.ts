import { addMarker, remedyAs, replaceMarker, type Fix } from "../../../engine/base/fix.js";
import type { Explanation, SchemaRefusal } from "./explain.js";
import { markerOf } from "./markers-of.js";
import type { SchemaOrigin } from "./origin.js";
import type { PlacedBound } from "./rule-costs.js";
import { celProblems } from "../../problem-codes/crd.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";

/**
 * Returns the problem of a rule whose estimated cost is above the limit. The hint proposes bounds
 * to add or lower.
 */
export function expensive({ origin, cause, detail, bounds }: SchemaRefusal): Explanation {
  const needed = bounds.map(boundAdvice);
  const factor = /by factor of (.*?) \(/.exec(detail)?.[1];
  const what = cause === undefined ? "the rules" : `+${cause.marker.name.replace(/:rule$/, "")}`;
  const cost =
    factor === undefined
      ? "and the costs of the other rules together exceed the limit of API servers"
      : `is ${factor} the limit of API servers`;
  const hint = needed.map(({ text }) => text).join(", ");
  const edits = needed.flatMap(({ fix }) => fix?.edits ?? []);
  return {
    ...celProblems.is("cel/cost", "error"),
    message: `the estimated cost of ${what} of ${cause?.label ?? origin.label} ${cost}`,
    ...(needed.length === 0
      ? {
          hint: "add or lower limits of the values that the rule reads: MaxItems of lists, MaxProperties of maps, MaxLength of strings",
        }
      : remedyAs(
          hint,
          ...(edits.length < needed.length ? [] : [{ text: "add the limits", edits, isExample: true as const }]),
        )),
  };
}

/** Reports whether an origin describes the items of a list or the values of a map. */
function isPart({ label }: SchemaOrigin): boolean {
  return /^the (?:items|values) of /.test(label);
}

/**
 * Advice to add or lower a bound, with the fix; the fix is undefined if it cannot be made
 * automatically.
 */
interface BoundAdvice {
  readonly text: string;
  readonly fix: Fix | undefined;
}

function boundAdvice({ origin, keyword, bound }: PlacedBound): BoundAdvice {
  // The marker for list items and map values is at the property with the list or map.
  const isInner = origin.field === undefined && isPart(origin);
  const holder = isInner ? (origin.outer ?? origin) : origin;
  const own = `+kubebuilder:validation:${upperFirstLetter(keyword)}`;
  const marker = `${isInner ? `+k8s:eachVal=+k8s:${keyword}` : own}=${String(bound)}`;
  const before = markerOf(origin, keyword)?.marker;
  const at = holder.field?.position;
  const fix =
    before !== undefined ? replaceMarker(before, marker) : at === undefined ? undefined : addMarker(at, marker);
  const text = before === undefined ? `add ${marker} to ${holder.label}` : `lower ${holder.label} to ${marker}`;
  return { text, fix };
}

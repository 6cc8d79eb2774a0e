import { remedy, removeMarker } from "../../base/fix.js";
import type { Problem } from "../../base/problem.js";
import type { Marker } from "../marker.js";
import { markersProblems } from "../problem-codes.js";

const reading: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/**
 * Reports pairs of client-gen's markers that contradict each other, such as `+genclient:onlyVerbs`
 * beside `+genclient:skipVerbs`.
 */
export function verbConflicts(markers: readonly Marker[]): readonly Problem[] {
  const find = (name: string): Marker | undefined => markers.find((marker) => marker.name === `genclient:${name}`);
  const only = find("onlyVerbs");
  const verbs = only?.value?.split(",") ?? [];
  const [skip, readonly, none, noStatus] = [find("skipVerbs"), find("readonly"), find("noVerbs"), find("noStatus")];
  const writing = verbs.filter((verb) => !reading.has(verb));
  const status = verbs.filter((verb) => verb.endsWith("Status"));
  return [
    ...conflict(only, skip, "one lists the client's verbs, the other lists the verbs that it does not have"),
    ...conflict(writing.length === 0 ? undefined : only, readonly, `a client that only reads has no ${list(writing)}`),
    ...conflict(only, none, "a client without verbs has none of these"),
    ...conflict(readonly, none, "a client without verbs does not read"),
    ...conflict(status.length === 0 ? undefined : only, noStatus, `a client without status has no ${list(status)}`),
  ];
}

function list(verbs: readonly string[]): string {
  return verbs.join(" and no ");
}

function conflict(one: Marker | undefined, other: Marker | undefined, reason: string): readonly Problem[] {
  if (one === undefined || other === undefined) return [];
  const [first, second] = one.position.line > other.position.line ? [one, other] : [other, one];
  return [
    {
      ...markersProblems.is("markers/contradiction"),
      message: `\`${text(first)}\` contradicts \`${text(second)}\` on line ${second.position.line}: ${reason}`,
      ...remedy(removeMarker(first, `remove ${text(first)}`), removeMarker(second, `remove ${text(second)}`)),
      position: first.position,
    },
  ];
}

function text({ name, value }: Marker): string {
  return value === undefined ? `+${name}` : `+${name}=${value}`;
}

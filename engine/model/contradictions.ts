import { remedy, removeMarker } from "../base/fix.js";
import type { Problem } from "../base/problem.js";
import type { MarkerDefinitions } from "../markers/definitions.js";
import type { Marker } from "../markers/marker.js";
import { markersProblems } from "../markers/problem-codes.js";

/** Reports pairs of markers in one comment that contradict each other. */
export function markerContradictions(markers: readonly Marker[], definitions: MarkerDefinitions): readonly Problem[] {
  return markers.flatMap((marker) => {
    const contradicts = definitions.find(marker.name)?.contradicts;
    if (contradicts === undefined) return [];
    return markers.flatMap((other) => {
      const reason = contradicts(marker, other);
      return reason === undefined ? [] : contradiction(marker, other, reason);
    });
  });
}

function contradiction(one: Marker, other: Marker, reason: string): Problem {
  const [first, second] = one.position.line > other.position.line ? [one, other] : [other, one];
  return {
    ...markersProblems.is("markers/contradiction"),
    message: `\`${text(first)}\` contradicts \`${text(second)}\` on line ${second.position.line}: ${reason}`,
    ...remedy(removeMarker(first, `remove ${text(first)}`), removeMarker(second, `remove ${text(second)}`)),
    position: first.position,
  };
}

function text({ name, value }: Marker): string {
  return value === undefined ? `+${name}` : `+${name}=${value}`;
}

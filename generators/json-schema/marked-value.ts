import type { Remedy } from "../../engine/base/fix.js";
import type { CodeOf } from "../../engine/base/define-problems.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Type } from "../../engine/model/universe.js";
import { openapiProblems } from "../problem-codes/openapi.js";
import { problemAt } from "../markers/problem-at.js";
import type { AcceptScope } from "./accepts.js";
import type { StatedConstraint } from "./stated-constraint.js";

/** A type or property whose markers are checked. */
export interface MarkedValue extends AcceptScope {
  /** Name in messages: `PizzaSpec.slices`. */
  readonly name: string;
  readonly type: Type;
  readonly markers: readonly Marker[];
  /** The constraints that the markers declare. */
  readonly stated: readonly StatedConstraint[];
}

/** Returns a problem at a marker. */
export function markerProblem(
  code: CodeOf<typeof openapiProblems>,
  marker: Marker,
  message: string,
  advice: Remedy,
): Problem {
  return problemAt(marker, openapiProblems.is(code), message, advice);
}

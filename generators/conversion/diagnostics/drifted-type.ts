import { remedyAs } from "../../../engine/base/fix.js";
import type { Stub } from "../../../engine/base/stub.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import type { Direction } from "../../pairs/directions.js";
import type { OmittedField } from "../plan/fields.js";
import type { ValueScope } from "../../pairs/value.js";
import { newFields, preserving } from "./remedies.js";
import { renamings } from "./renamings.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/**
 * One problem that replaces the problems of most fields of a type, and the fields that it covers.
 */
export interface Drift {
  readonly problem: Problem;
  readonly losses: ReadonlySet<OmittedField>;
}

/** Minimum number of fields for which one problem replaces a problem for each field. */
const fewest = 3;

const positions = new WeakMap<Problem, readonly Position[]>();

/**
 * Returns one problem for all fields that have no peer and do not seem to be renamed, if they are
 * at least three fields and more than half of the input type's fields. In that case, probably only
 * one of the two types was changed. Otherwise returns undefined.
 */
export function driftOf(
  scope: ValueScope,
  direction: Direction,
  losses: readonly OmittedField[],
  stub: Stub,
): Drift | undefined {
  const { from, to } = direction;
  const without = losses.filter(
    ({ field, kind }) => kind === "no-peer" && renamings(scope, direction, field).length === 0,
  );
  const count = from.shape.kind === "object" ? from.shape.fields.length : 0;
  const [first] = without;
  if (first === undefined || without.length < fewest || without.length <= count / 2) return undefined;
  const { types } = scope.context;
  const fields = without.map(({ field }) => field);
  const names = fields.map(({ name }) => name).join(", ");
  const fixes = preserving(scope, direction);
  const hints = [...newFields(scope.context, direction, fields), ...fixes.map(({ text }) => text)];
  const problem: Problem = {
    ...conversionProblems.is("conversion/missing-peer-field"),
    message: `${fields.length} of ${count} fields of ${types.label(from)} have no peer in ${types.label(to)}: ${names}`,
    ...(hints.length === 0 ? {} : remedyAs(hints.join("\n"), ...fixes)),
    stub,
    position: first.field.position,
  };
  positions.set(
    problem,
    fields.map(({ position }) => position),
  );
  return { problem, losses: new Set(without) };
}

/**
 * Returns the positions of all fields that a problem of `driftOf` covers; for any other problem,
 * only its own position.
 */
export function fieldPositions(problem: Problem): readonly Position[] {
  return positions.get(problem) ?? [problem.position];
}

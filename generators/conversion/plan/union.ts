import type { FunctionDeclaration, Shape } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { findConversionFunction } from "../../pairs/discovery/hand-written.js";
import { stubOf, type Task } from "../diagnostics/stub.js";
import { convertValue, usesScope, type ValueExpression, type ValueScope } from "../../pairs/value.js";
import type { PlannedBody } from "./object.js";
import type { Direction } from "../../pairs/directions.js";
import { conversionProblems } from "../../problem-codes/conversion.js";
import type { ProblemHead } from "../../../engine/base/define-problems.js";

type UnionShape = Extract<Shape, { readonly kind: "union" }>;

export interface UnionBody {
  /**
   * `union` if the function accepts several members of the union, `member` if it accepts at most
   * one.
   */
  readonly kind: "union" | "member";
  readonly discriminator: string;
  readonly members: readonly { readonly value: string; readonly result: ValueExpression }[];
  /** Conversion of the first member that the function accepts; null if it accepts none. */
  readonly result: ValueExpression | null;
  /** Discriminator values of the members that the function does not accept. */
  readonly excluded: readonly string[];
}

/**
 * A problem of a union, without the remedy. The caller adds the remedy, a hand-written function.
 */
interface Report extends ProblemHead {
  readonly message: string;
}

/**
 * Plans the conversion of one discriminated union to another, in the order of the input's members.
 */
export function planUnion(
  scope: ValueScope,
  direction: Direction,
  from: UnionShape,
  to: UnionShape,
  handWritten: FunctionDeclaration | undefined,
): PlannedBody<UnionBody> {
  const isSame = from.discriminator === to.discriminator;
  const plans = from.members.map((member) => ({
    value: member.value,
    plan: isSame ? planMember(scope, direction, member, to) : undefined,
  }));
  const members = plans.flatMap(({ value, plan }) =>
    plan !== undefined && "kind" in plan ? [{ value, result: plan }] : [],
  );
  const excluded = plans.flatMap(({ value, plan }) => (plan !== undefined && "kind" in plan ? [] : [value]));
  const reports = [
    ...(isSame ? [] : [discriminatorsDiffer(scope, direction, from, to)]),
    ...plans.flatMap(({ plan }) => (plan !== undefined && "message" in plan ? [plan] : [])),
  ];
  return {
    body: {
      kind: members.length > 1 ? "union" : "member",
      discriminator: from.discriminator,
      members,
      result: members[0]?.result ?? null,
      excluded,
    },
    manual: [],
    usesInput: true,
    usesScope: members.some(({ result }) => usesScope(result)),
    problems:
      handWritten === undefined ? reports.map((report) => problem(scope, direction, from, excluded, report)) : [],
  };
}

/**
 * Plans the conversion of a member to the output's member with the same discriminator value.
 * Returns the reason why the function does not accept the member, or undefined if another check
 * reports the reason.
 */
function planMember(
  scope: ValueScope,
  direction: Direction,
  { value, type }: UnionShape["members"][number],
  to: UnionShape,
): ValueExpression | Report | undefined {
  const { types } = scope.context;
  const peer = to.members.find((candidate) => candidate.value === value);
  if (peer === undefined) {
    const member = `${JSON.stringify(value)} (${types.label(types.declaration(type))})`;
    const message = `${types.label(direction.from)} has the member ${member}, which ${types.label(direction.to)} does not have`;
    return { ...conversionProblems.is("conversion/missing-union-member"), message };
  }
  const pair = [
    { kind: "ref", to: type },
    { kind: "ref", to: peer.type },
  ] as const;
  const converted = convertValue(scope, ...pair, "input", types.print(direction.to));
  const input = `the member ${JSON.stringify(value)} of ${types.label(direction.from)}`;
  switch (converted.kind) {
    case "value":
      // The function copies its input even if both types are the same, because the caller may
      // change the result.
      return converted.value.kind === "same" ? { kind: "copy-map", source: "input" } : converted.value;
    case "missing": {
      const message = `${input} cannot be converted, because no function converts its type ${types.label(converted.from)} to ${types.label(converted.to)}`;
      return { ...conversionProblems.is("conversion/missing-conversion"), message };
    }
    case "drop": {
      const dropping = findConversionFunction(scope.context, scope.target, ...pair);
      // The member's type was already reported when the package was loaded.
      if (dropping === undefined) return undefined;
      const message = `${dropping.function.name} has the marker +k8s:conversion-fn=drop, but a conversion cannot omit ${input}`;
      return { ...conversionProblems.is("conversion/dropped-union-member"), message };
    }
    default:
      return undefined;
  }
}

function discriminatorsDiffer(
  { context: { types } }: ValueScope,
  direction: Direction,
  from: UnionShape,
  to: UnionShape,
): Report {
  return {
    ...conversionProblems.is("conversion/discriminators-differ"),
    message: `${types.label(direction.from)} has the discriminator ${from.discriminator}, but ${types.label(direction.to)} has the discriminator ${to.discriminator}`,
  };
}

function problem(
  { context }: ValueScope,
  direction: Direction,
  { discriminator }: UnionShape,
  excluded: readonly string[],
  report: Report,
): Problem {
  const task: Task =
    report.code === "conversion/discriminators-differ"
      ? { kind: "all" }
      : { kind: "members", autoConvert: direction.autoConvert, discriminator, values: excluded };
  const stub = stubOf(context, direction.target, direction.convert, direction.from, direction.to, task);
  return { ...report, stub, position: direction.from.position };
}

import type { FunctionDeclaration, Shape } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/problem.js";
import { findHandWritten } from "../discovery/hand-written.js";
import { stubOf, type Task } from "../diagnostics/stub.js";
import { convertValue, usesScope, type Value, type ValueScope } from "./value.js";
import type { PlannedBody } from "./object.js";
import type { Direction } from "../directions.js";

type UnionShape = Extract<Shape, { readonly kind: "union" }>;

export interface UnionBody {
  /** `member` if the function accepts at most one member of the union. */
  readonly kind: "union" | "member";
  readonly discriminator: string;
  readonly members: readonly { readonly value: string; readonly result: Value }[];
  /** Conversion of the first member; null if the function accepts none. */
  readonly result: Value | null;
  /** Discriminator values of the members that the function does not accept. */
  readonly excluded: readonly string[];
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
  const { context } = scope;
  const { types } = context;
  const members: { value: string; result: Value }[] = [];
  const excluded: string[] = [];
  const [input, output] = [types.label(direction.from), types.label(direction.to)];
  const reports: { readonly code: string; readonly message: string }[] = [];
  if (from.discriminator !== to.discriminator) {
    reports.push({
      code: "conversion/discriminators-differ",
      message: `${input} has the discriminator ${from.discriminator}, but ${output} has ${to.discriminator}`,
    });
  }
  for (const { value, type } of from.members) {
    const peer =
      from.discriminator === to.discriminator ? to.members.find((candidate) => candidate.value === value) : undefined;
    const converted =
      peer === undefined
        ? undefined
        : convertValue(
            scope,
            { kind: "ref", to: type },
            { kind: "ref", to: peer.type },
            "input",
            types.print(direction.to),
          );
    if (converted?.kind === "value") {
      // The result is a copy, because the caller of a Convert function may set fields of its
      // result.
      const result: Value = converted.value.kind === "same" ? { kind: "copy-map", source: "input" } : converted.value;
      members.push({ value, result });
      continue;
    }
    excluded.push(value);
    if (converted === undefined && from.discriminator === to.discriminator) {
      const member = `${JSON.stringify(value)} (${types.label(types.declaration(type))})`;
      reports.push({
        code: "conversion/missing-union-member",
        message: `${input} has the member ${member}, which ${output} does not have`,
      });
    } else if (converted?.kind === "missing") {
      const pair = `${types.label(converted.from)} to ${types.label(converted.to)}`;
      reports.push({
        code: "conversion/missing-conversion",
        message: `nothing converts ${pair}, the types of the member ${JSON.stringify(value)} of ${input}`,
      });
    } else if (converted?.kind === "drop" && peer !== undefined) {
      const dropping = findHandWritten(
        context,
        scope.target,
        { kind: "ref", to: type },
        { kind: "ref", to: peer.type },
      );
      // The type of the member was rejected and reported when the package was loaded.
      if (dropping === undefined) continue;
      reports.push({
        code: "conversion/dropped-union-member",
        message: `${dropping.function.name} is marked drop, but the member ${JSON.stringify(value)} of ${input} cannot be omitted`,
      });
    }
  }
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

function problem(
  { context }: ValueScope,
  direction: Direction,
  { discriminator }: UnionShape,
  excluded: readonly string[],
  report: { readonly code: string; readonly message: string },
): Problem {
  const task: Task =
    report.code === "conversion/discriminators-differ"
      ? { kind: "all" }
      : { kind: "members", autoConvert: direction.autoConvert, discriminator, values: excluded };
  const stub = stubOf(context, direction.target, direction.convert, direction.from, direction.to, task);
  return { ...report, severity: "error", stub, position: direction.from.position };
}

import { addMarker, remedyAs, type Remedy, remedy } from "../../../engine/base/fix.js";
import type { FunctionDeclaration, Type, ObjectShape } from "../../../engine/model/universe.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import { propertyAccess } from "../../../engine/print/render.js";
import type { Stub } from "../../../engine/base/stub.js";
import type { OmittedField, ManualField } from "../plan/fields.js";
import { pairNames } from "../../pairs/discovery/function-names.js";
import { rename } from "../../markers/conversion.js";
import { mentions } from "../../pairs/discovery/hand-written.js";
import { meantByRenames } from "./rename-problems.js";
import { newField, preserving, sameTypeHint, newFields } from "./remedies.js";
import { renamings } from "./renamings.js";
import { takeOver } from "./take-over.js";
import { missingMembersProblem, membersText } from "./member-problems.js";
import { stubOf } from "./stub.js";
import { referenceTo, type Types } from "../../pairs/types.js";
import type { PlannedConversion, ValueScope } from "../../pairs/value.js";
import type { Direction } from "../../pairs/directions.js";
import type { ConversionContext } from "../../pairs/context.js";
import { conversionProblems } from "../../problem-codes/conversion.js";
import type { Links } from "../../pairs/links.js";
import { preserveUnknownFields } from "../../markers/crd.js";
import { keepsUnknown, losesUnknown } from "../../type-schemas/unknown-fields.js";

/**
 * Reports the fields that generated code omits. If the whole conversion is generated, an omitted
 * field is an error. If a hand-written function completes the conversion, an omitted field that
 * this function does not mention is a warning, unless a `keeps=` or `loses=` marker names the
 * field. Aliases with different members are still an error.
 */
export function lossProblems(
  scope: ValueScope,
  direction: Direction,
  handWritten: FunctionDeclaration | undefined,
  losses: readonly OmittedField[],
  given: readonly ManualField[],
): Problem[] {
  const meant = meantByRenames(direction);
  // A rename marker that names a missing field of the peer is already reported. A second problem
  // for the field would repeat it.
  const reported = losses.filter(
    ({ field, kind }) => kind !== "no-peer" || !(rename.has(field) || meant.has(field.name)),
  );
  return handWritten === undefined
    ? generatedLosses(scope, direction, reported, given)
    : unmentionedFields(scope, direction, handWritten, reported);
}

/**
 * Returns the warnings for omitted fields that neither the body nor a marker of a hand-written
 * function mentions. For types that are aliases with different members, returns errors instead,
 * even if a marker names the field.
 */
function unmentionedFields(
  scope: ValueScope,
  direction: Direction,
  handWritten: FunctionDeclaration,
  losses: readonly OmittedField[],
): Problem[] {
  const { context } = scope;
  const unmentioned = losses.filter(({ field }) => !mentions(handWritten, field.name, direction));
  return unmentioned.flatMap((loss) => {
    if (isOfAliases(loss)) return [missingMembersProblem(context, direction, loss.field, loss.peer, loss)];
    const isDeclared = context.declared.of(direction.from, loss.field.name, direction.to.package) !== undefined;
    return isDeclared ? [] : [unmentionedField(scope, direction, handWritten, loss)];
  });
}

function unmentionedField(
  scope: ValueScope,
  direction: Direction,
  handWritten: FunctionDeclaration,
  loss: OmittedField,
): Problem {
  const input = `input${propertyAccess(loss.field.name)}`;
  const loses = `+k8s:conversion-fn:loses=${loss.field.name}`;
  const renamed = loss.kind === "no-peer" ? renamings(scope, direction, loss.field) : [];
  const equal = loss.kind === "no-peer" ? [] : sameTypeHint(scope.context, direction, loss.field, loss.peer);
  const use = `read ${input} in ${handWritten.name} (${handWritten.file}), or accept the loss with this marker on the function: ${loses}`;
  return {
    ...conversionProblems.is("conversion/unmentioned-field"),
    message: `${handWritten.name} does not read ${input}, so its value is lost: ${lossText(scope.context, direction, loss)}`,
    ...remedyAs(
      [...equal, ...renamed.map(({ text }) => text), equal.length === 0 ? use : `otherwise ${use}`].join("\n"),
      ...renamed,
      addMarker(handWritten.position, loses),
    ),
    position: place(direction, loss),
  };
}

/** Returns the errors for fields that a completely generated conversion omits. */
function generatedLosses(
  scope: ValueScope,
  direction: Direction,
  losses: readonly OmittedField[],
  given: readonly ManualField[],
): Problem[] {
  const { context } = scope;
  // If the types of a field have no conversion function, a function for these two types is
  // proposed. It also converts the field, so the function for the outer types need not.
  const own = losses.filter((loss) => !isNested(loss));
  const nested = new Set(losses.flatMap((loss) => (isNested(loss) ? [loss.peer.name] : [])));
  const task = takeOver(
    scope,
    direction,
    own,
    given.filter(({ name }) => !nested.has(name)),
  );
  const ownStub = stubOf(context, direction.target, direction.convert, direction.from, direction.to, task);
  const without = own.find(({ kind }) => kind === "no-peer");
  const drift = driftOf(scope, direction, losses, ownStub);
  const single = losses.filter((loss) => drift?.losses.has(loss) !== true);
  const problems = single.map((loss): Problem => {
    if (loss.kind === "members") return missingMembersProblem(context, direction, loss.field, loss.peer, loss, ownStub);
    return {
      ...conversionProblems.is(codes[loss.kind]),
      message: lossText(context, direction, loss),
      ...remedies(scope, direction, loss, loss === without),
      stub: loss.kind === "missing" ? missingStub(context, direction, loss) : ownStub,
      position: place(direction, loss),
    };
  });
  return drift === undefined ? problems : [drift.problem, ...problems];
}

/**
 * Returns the alternatives to a hand-written function: changes of the types, and markers.
 * @param isFirst true for the type's first field without a peer
 */
function remedies(scope: ValueScope, direction: Direction, loss: OmittedField, isFirst: boolean): Remedy {
  const { field } = loss;
  if (loss.kind === "no-peer") {
    const fixes = [...renamings(scope, direction, field), ...(isFirst ? preserving(scope, direction) : [])];
    const hints = [...newField(scope.context, direction, field), ...fixes.map(({ text }) => text)];
    return hints.length === 0 ? {} : remedyAs(hints.join("\n"), ...fixes);
  }
  if (loss.kind === "differ") {
    const hints = sameTypeHint(scope.context, direction, field, loss.peer);
    return hints.length === 0 ? {} : { hint: hints.join("\n") };
  }
  if (loss.kind !== "narrowing") return {};
  const kinds = [loss.to, loss.from].map((type) => scope.context.types.describe(type));
  return { hint: `if both fields have the same values, give both fields one type: ${kinds.join(" or ")}` };
}

/** Reports whether a function for the types inside the field would solve the field's problem. */
function isNested(loss: OmittedField): loss is Extract<OmittedField, { readonly kind: "missing" | "members" }> {
  return loss.kind === "missing" || isOfAliases(loss);
}

/**
 * Reports whether the problem of a field is that two aliases have different members. One function
 * for the two aliases then solves the problem for all fields of these types.
 */
function isOfAliases(loss: OmittedField): loss is Extract<OmittedField, { readonly kind: "members" }> {
  return loss.kind === "members" && loss.aliases !== undefined;
}

const codes = {
  "no-peer": "conversion/missing-peer-field",
  differ: "conversion/kinds-differ",
  narrowing: "conversion/narrowing",
  missing: "conversion/missing-conversion",
} as const;

function missingStub(
  context: ConversionContext,
  direction: Direction,
  { from, to }: Extract<PlannedConversion, { readonly kind: "missing" }>,
): Stub {
  const name = pairNames(context.types, referenceTo(from), referenceTo(to))?.convert ?? "";
  return stubOf(context, direction.target, name, from, to, { kind: "all" });
}

/**
 * Returns the position at which a problem is reported. If the two fields have different types, this
 * is the position of the version's field. Otherwise it is the position of the input's field.
 */
function place(direction: Direction, loss: OmittedField): Position {
  return loss.kind === "differ" && !direction.toHub ? loss.peer.position : loss.field.position;
}

/** Returns the reason why generated code omits a field, as a sentence. */
function lossText({ types }: ConversionContext, { from, to }: Direction, loss: OmittedField): string {
  const input = `${types.label(from)}.${loss.field.name}`;
  if (loss.kind === "no-peer") return `${input} has no peer in ${types.label(to)}`;
  const output = `${types.label(to)}.${loss.peer.name}`;
  switch (loss.kind) {
    case "missing":
      return `no function converts ${types.label(loss.from)} to ${types.label(loss.to)}, the types of ${input} and ${output}`;
    case "members":
      return `${input} has ${membersText(loss.values)}, which ${output} does not have`;
    case "narrowing":
    case "differ": {
      const [a, b] = [opened(types, loss.field.type, loss.from), opened(types, loss.peer.type, loss.to)];
      const end = loss.kind === "narrowing" ? ", which cannot represent all of these values" : "";
      return `${input} is ${a}, but ${output} is ${b}${end}`;
    }
  }
}

/**
 * Returns a description of a field's type that shows where the two fields differ. An alias that
 * contains the difference is replaced by its type, for example by `Record<string, v1.Answer>`.
 * @param part the nested type that differs
 */
function opened(types: Types, type: Type, part: Type): string {
  return types.describe(type, (inner) => {
    const alias = types.unwrap(inner);
    if (inner === part || inner.kind === "tuple" || alias.kind === "ref") return types.describe(inner);
    return inner.kind === "ref" ? opened(types, alias, part) : undefined;
  });
}

/** Minimum number of fields for which one problem replaces a problem for each field. */
const fewest = 3;

/**
 * Returns one problem for all fields that have no peer and do not seem to be renamed, if they are
 * at least three fields and more than half of the input type's fields. In that case, probably only
 * one of the two types was changed. Otherwise returns undefined.
 */
function driftOf(
  scope: ValueScope,
  direction: Direction,
  losses: readonly OmittedField[],
  stub: Stub,
): { readonly problem: Problem; readonly losses: ReadonlySet<OmittedField> } | undefined {
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
  return { problem, losses: new Set(without) };
}

/** Reports types and fields that keep unknown fields, and whose peers do not. */
export function unknownFieldProblems(
  { context }: ValueScope,
  { from, to }: Direction,
  shape: ObjectShape,
  { byOutput }: Links,
): readonly Problem[] {
  const { universe, types } = context;
  const [input, output] = [types.label(from), types.label(to)];
  const ofType =
    keepsUnknown(universe, from) && !keepsUnknown(universe, to) ? [problem(input, output, to.position)] : [];
  const ofFields = shape.fields.flatMap((field) => {
    const peer = byOutput.get(field.name);
    if (peer === undefined || !losesUnknown(universe, peer, field)) return [];
    return [problem(`${input}.${peer.name}`, `${output}.${field.name}`, field.position)];
  });
  return [...ofType, ...ofFields];
}

function problem(input: string, output: string, position: Position): Problem {
  const marker = `+${preserveUnknownFields.name}`;
  return {
    ...conversionProblems.is("conversion/unknown-fields"),
    message: `${input} keeps unknown fields, but ${output} does not, so their conversion drops unknown fields`,
    ...remedy(addMarker(position, marker, `add to ${output}: ${marker}`)),
    position,
  };
}

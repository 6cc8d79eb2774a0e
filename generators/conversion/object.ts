import type { Field, FunctionDeclaration, ObjectShape } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { propertyAccess } from "../../engine/render.js";
import { lossProblems } from "./field-problems.js";
import type { Loss } from "./field-problems.js";
import { linkFields } from "./links.js";
import { functionMode, hasOmitZero, optedOut } from "./markers.js";
import type { Given } from "./stub.js";
import { reference } from "./types.js";
import { convertValue, usesScope } from "./value.js";
import type { Value, ValueContext } from "./value.js";
import type { Direction } from "./world.js";
import { isNotZero, typeMetaOf, zeroValue } from "./zero.js";

/** A property of the literal that the result begins with, by the partial that prints it. */
export type Property =
  | { readonly kind: "value"; readonly name: string; readonly value: Value }
  | { readonly kind: "value-or-zero"; readonly name: string; readonly value: Value; readonly zero: Printable }
  | { readonly kind: "zero-if-absent"; readonly name: string; readonly source: string; readonly value: Value; readonly zero: Printable }
  | { readonly kind: "expression"; readonly name: string; readonly expression: Printable };

/** A property that may stay absent. */
export interface OptionalProperty {
  readonly name: string;
  readonly condition: string;
  readonly value: Value;
}

/** What the body of an autoConvert function is made from. */
export interface ObjectBody {
  readonly kind: "object";
  /** The person's function for the pair of bases: its result comes first. */
  readonly base: readonly Value[];
  readonly properties: readonly Property[];
  readonly optional: readonly OptionalProperty[];
}

/** A property of the `manual` parameter. */
export interface Manual {
  readonly name: string;
  readonly type: Printable;
}

export interface PlannedBody<Body> {
  readonly body: Body;
  readonly manual: readonly Manual[];
  /** What the generated Convert function passes for `manual`. */
  readonly given: readonly Given[];
  readonly usesInput: boolean;
  readonly usesScope: boolean;
  readonly problems: readonly Problem[];
}

/** Plans one direction between two interfaces, field by field of the output, in its order. */
export function planObject(
  context: ValueContext,
  direction: Direction,
  from: ObjectShape,
  to: ObjectShape,
  person: FunctionDeclaration | undefined,
): PlannedBody<ObjectBody> {
  const { world, setup } = context;
  const { types } = world;
  const output = types.print(direction.to);
  const links = linkFields(from, to);
  const bases = handWrittenBases(context, from, to);
  const losses: Loss[] = links.unmatched
    .filter((field) => !optedOut(field) && !bases.inputs.has(field.name))
    .map((field) => ({ field, why: "no-peer" }));
  const properties: Property[] = [];
  const optional: OptionalProperty[] = [];
  const manual: Manual[] = [];
  const given: Given[] = [];
  const sourceless: Field[] = [];
  if (to.typeMeta !== undefined) {
    const literals = typeMetaOf(types, direction.to, to.typeMeta);
    properties.push({ kind: "expression", name: "apiVersion", expression: JSON.stringify(literals.apiVersion) });
    const copied = to.typeMeta.kind === undefined && from.typeMeta !== undefined && from.typeMeta.kind === undefined;
    properties.push({ kind: "expression", name: "kind", expression: copied ? "input.kind" : JSON.stringify(literals.kind) });
  }
  const zeroOf = (field: Field): Printable => zeroValue(types, field.type, member(output, field));
  const leaveToPerson = (field: Field): void => {
    const { name } = field;
    manual.push({ name, type: member(output, field, false) });
    given.push({ name, zero: field.optional ? "undefined" : zeroOf(field) });
    if (field.optional) optional.push({ name, condition: `${manualAccess(name)} !== undefined`, value: { kind: "same", source: manualAccess(name) } });
    else properties.push({ kind: "expression", name, expression: manualAccess(name) });
  };
  for (const field of to.fields) {
    const { name } = field;
    if (bases.outputs.has(name)) continue;
    const input = links.byOutput.get(name);
    if (input === undefined || optedOut(input) || optedOut(field)) {
      if (input === undefined && !optedOut(field)) sourceless.push(field);
      leaveToPerson(field);
      continue;
    }
    const source = `input${propertyAccess(input.name)}`;
    const converted = convertValue(context, input.type, field.type, source, member(output, field));
    if (converted.kind === "drop") {
      if (!field.optional) properties.push({ kind: "expression", name, expression: zeroOf(field) });
    } else if (converted.kind !== "value") {
      losses.push({ field: input, peer: field, why: converted });
      leaveToPerson(field);
    } else if (!input.optional && field.optional && hasOmitZero(field)) {
      optional.push({ name, condition: isNotZero(types, input.type, source), value: converted.value });
    } else if (!input.optional) {
      properties.push({ kind: "value", name, value: converted.value });
    } else if (field.optional) {
      optional.push({ name, condition: `${source} !== undefined`, value: converted.value });
    } else if (converted.value.kind === "same") {
      properties.push({ kind: "value-or-zero", name, value: converted.value, zero: zeroOf(field) });
    } else {
      properties.push({ kind: "zero-if-absent", name, source, value: converted.value, zero: zeroOf(field) });
    }
  }
  losses.sort((a, b) => from.fields.indexOf(a.field) - from.fields.indexOf(b.field));
  const values = [...bases.calls, ...properties.flatMap((property) => ("value" in property ? [property.value] : [])), ...optional.map((property) => property.value)];
  const expressions = properties.flatMap((property) => (property.kind === "expression" ? [property.expression] : []));
  return {
    body: { kind: "object", base: bases.calls, properties, optional },
    manual,
    given,
    usesInput: values.some(readsInput) || expressions.includes("input.kind"),
    usesScope: values.some(usesScope),
    problems: [
      ...lossProblems(world, direction, person, losses, given),
      ...(person === undefined && losses.length === 0 ? sourceless.map((field) => sourcelessProblem(context, direction, field)) : []),
    ],
  };

  function handWrittenBases({ world: { handWritten, refer, types: known } }: ValueContext, input: ObjectShape, result: ObjectShape) {
    const calls: Value[] = [];
    const [inputs, outputs] = [new Set<string>(), new Set<string>()];
    const declared = (id: string) => known.chain({ kind: "ref", to: id }).flatMap((type) => (type.kind === "ref" ? [known.declaration(type.to)] : []));
    for (const a of input.bases.flatMap(declared)) {
      for (const b of result.bases.flatMap(declared)) {
        const fn = handWritten(setup, reference(a), reference(b));
        if (fn === undefined || functionMode(fn) !== undefined || a.shape.kind !== "object" || b.shape.kind !== "object") continue;
        calls.push({ kind: "call", source: "input", function: refer(setup, fn, reference(a), reference(b)) });
        for (const field of a.shape.fields) inputs.add(field.name);
        for (const field of b.shape.fields) outputs.add(field.name);
      }
    }
    return { calls, inputs, outputs };
  }
}

/** `v1.Pizza["size"]`; for an assertion without the undefined of an optional one. */
function member(type: Printable, { name, optional }: Field, present = true): Printable {
  const path: Printable = [type, `[${JSON.stringify(name)}]`];
  return optional && present ? ["NonNullable<", path, ">"] : path;
}

function manualAccess(name: string): string {
  return `manual${propertyAccess(name)}`;
}

function readsInput(value: Value): boolean {
  return value.kind === "tuple" ? value.elements.some(readsInput) : value.source.startsWith("input");
}

function sourcelessProblem({ world: { types } }: ValueContext, { from, to, convert }: Direction, field: Field): Problem {
  return {
    code: "conversion/output-only-field",
    severity: "warning",
    message: `${types.label(to)}.${field.name} has no source in ${types.label(from)}: ${convert} leaves it ${field.optional ? "absent" : "zero"}`,
    hint: `Write ${convert} to fill it, or accept it with +k8s:conversion-gen=false on the field.`,
    position: field.position,
  };
}

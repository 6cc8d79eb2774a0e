import { addMarker, remedyAs } from "../../../engine/fix/fix.js";
import type { Field, FunctionDeclaration, ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/problem.js";
import { groupOf } from "../../../engine/model/group-version.js";
import { propertyAccess } from "../../../engine/render.js";
import { fieldNames, handWrittenBases, referTo } from "../discovery/hand-written.js";
import { planClone, type CloneBody } from "./clone.js";
import { lossProblems } from "../diagnostics/field-problems.js";
import {
  planField,
  type FieldPlan,
  type Loss,
  type ManualField,
  type OptionalProperty,
  type Property,
} from "./fields.js";
import { linkFields } from "./links.js";
import { optedOut } from "../markers.js";
import { reference } from "../types.js";
import { usesScope, type Value, type ValueScope } from "./value.js";
import type { Direction } from "../directions.js";
import { typeMetaOf } from "./zero.js";
import type { ConversionContext } from "../context.js";
import { isOptedOut } from "../../register/markers.js";

/** Body of an autoConvert function that creates an object literal. */
export interface ObjectBody {
  readonly kind: "object";
  /**
   * Calls of hand-written functions for base interfaces. Their fields are copied one by one,
   * because a spread is many times slower and could copy properties that the type does not have.
   */
  readonly bases: readonly { readonly variable: string; readonly value: Value }[];
  readonly properties: readonly Property[];
  readonly optional: readonly OptionalProperty[];
}

export interface PlannedBody<Body> {
  readonly body: Body;
  readonly manual: readonly ManualField[];
  readonly usesInput: boolean;
  readonly usesScope: boolean;
  readonly problems: readonly Problem[];
}

/** Plans the conversion of one interface to another, in the order of the output's fields. */
export function planObject(
  scope: ValueScope,
  direction: Direction,
  from: ObjectShape,
  to: ObjectShape,
  handWritten: FunctionDeclaration | undefined,
): PlannedBody<ObjectBody | CloneBody> {
  const { context, target } = scope;
  const output = context.types.print(direction.to);
  const links = linkFields(from, to);
  const bases = handWrittenBases(context, target, from, to);
  const variables = bases.map((_base, index) => (index === 0 ? "base" : `base${String(index + 1)}`));
  const inherited = new Map(
    bases.flatMap((base, index) => fieldNames(base.to).map((name) => [name, variables[index] ?? ""])),
  );
  const isKept = (hub: TypeDeclaration, field: Field, version: TypeDeclaration): boolean =>
    context.declared.of(hub, field.name, version.package) !== undefined;
  const fields = to.fields.map((field) => {
    const variable = inherited.get(field.name);
    if (variable !== undefined) return inheritedField(field, variable);
    const input = links.byOutput.get(field.name);
    const isDeclared =
      input !== undefined &&
      (isKept(direction.from, input, direction.to) || isKept(direction.to, field, direction.from));
    return planField(isDeclared ? { ...scope, takesUnknownMembers: true } : scope, input, field, output);
  });

  // Fields in `keeps=` or `loses=` markers, and fields that an annotation keeps, are not reported.
  const isPreserved = context.preservation.covers(direction.toHub ? direction.from : direction.to);
  const handled = new Set(bases.flatMap((base) => fieldNames(base.from)));
  const unmatched = links.unmatched.filter(
    (field) =>
      !optedOut(field) &&
      !isOfTypeMeta(context, field, direction.from, direction.to) &&
      !isMetadataOfKind(context, direction, field) &&
      !handled.has(field.name) &&
      !isKept(direction.from, field, direction.to) &&
      !(isPreserved && !direction.toHub),
  );
  const losses: Loss[] = unmatched.map((field) => ({ field, why: "no-peer" }));

  const calls = bases.map((found, index) => {
    const fn = referTo(context, target, found.function, reference(found.from), reference(found.to));
    return { variable: variables[index] ?? "", value: { kind: "call", source: "input", function: fn } as const };
  });
  const properties = typeMeta(scope, direction, from, to);
  const optional: OptionalProperty[] = [];
  const manual: ManualField[] = [];
  const outputOnlyFields: Field[] = [];
  for (const field of fields) {
    if (field.property !== undefined) properties.push(field.property);
    if (field.optional !== undefined) optional.push(field.optional);
    if (field.manual !== undefined) manual.push(field.manual);
    if (field.loss !== undefined) losses.push(field.loss);
    if (
      field.outputOnly !== undefined &&
      !isOfTypeMeta(context, field.outputOnly, direction.to, direction.from) &&
      !isMetadataOfKind(context, direction, field.outputOnly) &&
      !isKept(direction.to, field.outputOnly, direction.from) &&
      !(isPreserved && direction.toHub)
    )
      outputOnlyFields.push(field.outputOnly);
  }
  losses.sort((a, b) => from.fields.indexOf(a.field) - from.fields.indexOf(b.field));
  const values = [
    ...calls.map(({ value }) => value),
    ...properties.flatMap((property) => ("value" in property ? [property.value] : [])),
    ...optional.map(({ value }) => value),
  ];
  const clone = bases.length === 0 ? planClone(from, to, links, fields) : undefined;
  return {
    body: clone ?? { kind: "object", bases: calls, properties, optional },
    manual,
    usesInput:
      clone !== undefined ||
      values.some(readsInput) ||
      properties.some((property) => property.kind === "expression" && property.expression === inputKind),
    usesScope: values.some(usesScope),
    problems: [
      ...lossProblems(scope, direction, handWritten, losses, manual),
      ...(handWritten === undefined && losses.length === 0
        ? outputOnlyFields.map((field) => outputOnlyProblem(scope, direction, field))
        : []),
    ],
  };
}

/**
 * Reports whether a field is the apiVersion or kind of a type that does not extend TypeMeta, while
 * its peer does. The register generator reports such a type.
 */
function isOfTypeMeta(
  context: ConversionContext,
  { name }: Field,
  own: TypeDeclaration,
  other: TypeDeclaration,
): boolean {
  if (name !== "apiVersion" && name !== "kind") return false;
  if (own.shape.kind !== "object" || own.shape.typeMeta !== undefined) return false;
  if (!own.shape.fields.some((field) => field.name === "metadata")) return false;
  return other.shape.kind === "object" && other.shape.typeMeta !== undefined && areRegistered(context, own, other);
}

/**
 * Reports whether a field is the metadata of a registered kind whose peer has no metadata. The
 * register generator reports the peer.
 */
function isMetadataOfKind(context: ConversionContext, { from, to }: Direction, { name }: Field): boolean {
  if (name !== "metadata") return false;
  return (
    [from, to].every(({ shape }) => shape.kind === "object" && shape.typeMeta !== undefined) &&
    areRegistered(context, from, to)
  );
}

/** Reports whether the register generator compares two types, as kinds of one group. */
function areRegistered(
  { universe, registers }: ConversionContext,
  ...types: readonly [TypeDeclaration, TypeDeclaration]
): boolean {
  if (!registers) return false;
  const [group, other] = types.map(({ package: id }) => universe.packages[id]).map((pkg) => pkg && groupOf(pkg));
  return group !== undefined && group === other && !types.some(isOptedOut);
}

const inputKind = "input.kind";

/**
 * Returns the properties apiVersion and kind of the output. The kind is copied from the input if
 * neither type declares it as a literal.
 */
function typeMeta(
  { context: { types } }: ValueScope,
  direction: Direction,
  from: ObjectShape,
  to: ObjectShape,
): Property[] {
  if (to.typeMeta === undefined) return [];
  const { apiVersion, kind } = typeMetaOf(types, direction.to, to.typeMeta);
  const anyKind = to.typeMeta.kind === undefined && from.typeMeta !== undefined && from.typeMeta.kind === undefined;
  return [
    { kind: "expression", name: "apiVersion", expression: JSON.stringify(apiVersion) },
    { kind: "expression", name: "kind", expression: anyKind ? inputKind : JSON.stringify(kind) },
  ];
}

function inheritedField({ name, optional }: Field, variable: string): FieldPlan {
  const source = `${variable}${propertyAccess(name)}`;
  const value: Value = { kind: "same", source };
  return optional
    ? { optional: { name, condition: `${source} !== undefined`, value } }
    : { property: { kind: "value", name, value } };
}

function readsInput(value: Value): boolean {
  return value.kind === "tuple" ? value.elements.some(readsInput) : value.source.startsWith("input");
}

function outputOnlyProblem(
  { context: { types } }: ValueScope,
  { from, to, convert }: Direction,
  field: Field,
): Problem {
  const marker = "+k8s:conversion-gen=false";
  return {
    code: "conversion/output-only-field",
    severity: "warning",
    message: `${types.label(to)}.${field.name} has no source in ${types.label(from)}, so ${convert} leaves it ${field.optional ? "absent" : "zero"}`,
    ...remedyAs(`write ${convert} to set it, or add to the field: ${marker}`, addMarker(field.position, marker)),
    position: field.position,
  };
}

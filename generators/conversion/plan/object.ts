import { addMarker, remedyAs } from "../../../engine/base/fix.js";
import type { Field, FunctionDeclaration, ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { groupOf } from "../../../engine/model/group-version.js";
import { propertyAccess } from "../../../engine/print/render.js";
import { fieldNames, handWrittenBases, referTo } from "../../pairs/discovery/hand-written.js";
import { planClone, type CloneBody } from "./clone.js";
import { lossProblems, unknownFieldProblems } from "../diagnostics/field-problems.js";
import {
  planField,
  type ConvertedField,
  type OmittedField,
  type ManualField,
  type OptionalProperty,
  type OutputProperty,
} from "./fields.js";
import { linkFields } from "../../pairs/links.js";
import { hasTypeMeta } from "../../kinds/registered.js";
import { optedOut } from "../../markers/conversion.js";
import { referenceTo } from "../../pairs/types.js";
import { usesScope, type ValueExpression, type ValueScope } from "../../pairs/value.js";
import type { Direction } from "../../pairs/directions.js";
import { declaredTypeMeta } from "./zero.js";
import type { ConversionContext } from "../../pairs/context.js";
import { isOptedOut } from "../../markers/register.js";
import { conversionProblems } from "../../problem-codes/conversion.js";
import { fieldNamesOf, keepsUnknown } from "../../type-schemas/unknown-fields.js";

/** Body of an autoConvert function that returns an object literal. */
export interface ObjectBody {
  readonly kind: "object";
  /**
   * Calls of hand-written functions for base interfaces. The fields of their results are copied one
   * by one, because a spread would be many times slower and could copy properties that the type
   * does not have.
   */
  readonly bases: readonly { readonly variable: string; readonly value: ValueExpression }[];
  readonly properties: readonly OutputProperty[];
  readonly optional: readonly OptionalProperty[];
  /**
   * Names of the fields of either type, if the function copies the other, unknown fields; null
   * unless objects of both types keep unknown fields.
   */
  readonly unknown: readonly string[] | null;
}

export interface PlannedBody<Body> {
  readonly body: Body;
  readonly manual: readonly ManualField[];
  readonly usesInput: boolean;
  readonly usesScope: boolean;
  readonly problems: readonly Problem[];
}

/** Plans the conversion of one interface to another, in the order of the output's fields. */
export function planConversion(
  scope: ValueScope,
  direction: Direction,
  from: ObjectShape,
  to: ObjectShape,
  handWritten: FunctionDeclaration | undefined,
): PlannedBody<ObjectBody | CloneBody> {
  const links = linkFields(from, to);
  const { universe } = scope.context;
  const hasUnknown = keepsUnknown(universe, direction.from);
  const keeps = hasUnknown && keepsUnknown(universe, direction.to);
  const bases = planBases(scope, from, to);
  const fields = to.fields.map((field) => planOutput(scope, direction, links.byOutput.get(field.name), field, bases));
  const body: ObjectBody = {
    kind: "object",
    bases: bases.calls,
    properties: [...typeMeta(scope, direction, from, to), ...fields.flatMap(({ property }) => property ?? [])],
    optional: fields.flatMap(({ optional }) => optional ?? []),
    unknown: keeps ? fieldNamesOf(universe, direction.from, direction.to) : null,
  };
  const values = valuesOf(body);
  const isCloned = bases.calls.length === 0 && hasUnknown === keeps;
  const clone = isCloned ? planClone(from, to, links, fields) : undefined;
  const unmatched = links.unmatched.filter(({ name }) => !bases.inputs.has(name));
  return {
    body: clone ?? body,
    manual: fields.flatMap(({ manual }) => manual ?? []),
    usesInput:
      clone !== undefined ||
      keeps ||
      values.some(readsInput) ||
      body.properties.some((property) => property.kind === "expression" && property.expression === inputKind),
    usesScope: values.some(usesScope),
    problems: [
      ...problemsOf(scope, direction, from, unmatched, fields, handWritten),
      ...(handWritten === undefined ? unknownFieldProblems(scope, direction, to, links) : []),
    ],
  };
}

/** Inherited fields that hand-written functions for base interfaces convert. */
interface PlannedBases {
  readonly calls: ObjectBody["bases"];
  /** Names of the input's fields that the hand-written functions convert. */
  readonly inputs: ReadonlySet<string>;
  /** Variables that contain the functions' results, by the name of the output field. */
  readonly variables: ReadonlyMap<string, string>;
}

function planBases({ context, target }: ValueScope, from: ObjectShape, to: ObjectShape): PlannedBases {
  const bases = handWrittenBases(context, target, from, to).map((base, index) => ({
    ...base,
    variable: index === 0 ? "base" : `base${String(index + 1)}`,
  }));
  return {
    calls: bases.map((base) => {
      const fn = referTo(context, target, base.function, referenceTo(base.from), referenceTo(base.to));
      return { variable: base.variable, value: { kind: "call", source: "input", function: fn } };
    }),
    inputs: new Set(bases.flatMap((base) => fieldNames(base.from))),
    variables: new Map(bases.flatMap((base) => fieldNames(base.to).map((name) => [name, base.variable]))),
  };
}

/**
 * Plans one field of the output. The field may come from the result of a hand-written function for
 * a base interface.
 */
function planOutput(
  scope: ValueScope,
  direction: Direction,
  input: Field | undefined,
  field: Field,
  { variables }: PlannedBases,
): ConvertedField {
  const { context } = scope;
  const variable = variables.get(field.name);
  if (variable !== undefined) return inheritedField(field, variable);
  const isMarked =
    input !== undefined &&
    (isDeclared(context, direction.from, input, direction.to) ||
      isDeclared(context, direction.to, field, direction.from));
  const output = context.types.print(direction.to);
  return planField(isMarked ? { ...scope, takesUnknownMembers: true } : scope, input, field, output);
}

function valuesOf({ bases, properties, optional }: ObjectBody): readonly ValueExpression[] {
  return [
    ...bases.map(({ value }) => value),
    ...properties.flatMap((property) => ("value" in property ? [property.value] : [])),
    ...optional.map(({ value }) => value),
  ];
}

/**
 * Returns the problems of lost input fields. If none is lost and the conversion is completely
 * generated, also returns the problems of output fields that get no value. If the opposite
 * conversion is completely generated too, these fields are reported there, because it loses them.
 */
function problemsOf(
  scope: ValueScope,
  direction: Direction,
  from: ObjectShape,
  unmatched: readonly Field[],
  fields: readonly ConvertedField[],
  handWritten: FunctionDeclaration | undefined,
): Problem[] {
  const { context } = scope;
  const isPreserved = context.preservation.covers(direction.toHub ? direction.from : direction.to);
  const withoutPeer = unmatched.filter(
    (field) =>
      !optedOut(field) &&
      !isHandledElsewhere(context, direction, field, direction.from, direction.to) &&
      !(isPreserved && !direction.toHub),
  );
  const losses: OmittedField[] = [
    ...withoutPeer.map((field): OmittedField => ({ field, kind: "no-peer" })),
    ...fields.flatMap(({ loss }) => loss ?? []),
  ].sort((a, b) => from.fields.indexOf(a.field) - from.fields.indexOf(b.field));
  const manual = fields.flatMap((field) => field.manual ?? []);
  const reported = lossProblems(scope, direction, handWritten, losses, manual);
  const opposite = context.handWritten(direction.target, referenceTo(direction.to), referenceTo(direction.from));
  if (handWritten !== undefined || losses.length > 0 || opposite === undefined || (isPreserved && direction.toHub))
    return reported;
  const outputOnly = fields
    .flatMap((field) => field.outputOnly ?? [])
    .filter((field) => !isHandledElsewhere(context, direction, field, direction.to, direction.from));
  return [...reported, ...outputOnly.map((field) => outputOnlyProblem(scope, direction, field))];
}

/**
 * Reports whether a field without a peer must not be reported here, because a `keeps=` or `loses=`
 * marker names the field, or because the generator `register` reports it.
 */
function isHandledElsewhere(
  context: ConversionContext,
  direction: Direction,
  field: Field,
  own: TypeDeclaration,
  other: TypeDeclaration,
): boolean {
  return (
    isOfTypeMeta(context, field, own, other) ||
    isMetadataOfKind(context, direction, field) ||
    isDeclared(context, own, field, other)
  );
}

/**
 * Reports whether a `keeps=` or `loses=` marker names a field.
 * @param own type with the field
 * @param other peer type without the field
 */
function isDeclared(context: ConversionContext, own: TypeDeclaration, field: Field, other: TypeDeclaration): boolean {
  return context.declared.of(own, field.name, other.package) !== undefined;
}

/**
 * Reports whether a field is the apiVersion or kind of a type that does not extend TypeMeta,
 * although its peer extends TypeMeta. The generator `register` reports such a type.
 */
function isOfTypeMeta(
  context: ConversionContext,
  { name }: Field,
  own: TypeDeclaration,
  other: TypeDeclaration,
): boolean {
  if (name !== "apiVersion" && name !== "kind") return false;
  if (hasTypeMeta(own) || !fieldNames(own).includes("metadata")) return false;
  return hasTypeMeta(other) && areRegistered(context, own, other);
}

/**
 * Reports whether a field is the metadata of a registered kind whose peer has no metadata. The
 * register generator reports the peer.
 */
function isMetadataOfKind(context: ConversionContext, { from, to }: Direction, { name }: Field): boolean {
  return name === "metadata" && hasTypeMeta(from) && hasTypeMeta(to) && areRegistered(context, from, to);
}

/**
 * Reports whether the generator `register` compares two kinds: it is selected, their packages have
 * the same group, and neither kind is excluded from registration.
 */
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
 * neither type declares it as a literal. Returns an empty list if the output does not extend
 * TypeMeta.
 */
function typeMeta(
  { context: { types } }: ValueScope,
  direction: Direction,
  from: ObjectShape,
  to: ObjectShape,
): OutputProperty[] {
  if (to.typeMeta === undefined) return [];
  const { apiVersion, kind } = declaredTypeMeta(types, direction.to, to.typeMeta);
  const anyKind = to.typeMeta.kind === undefined && from.typeMeta !== undefined && from.typeMeta.kind === undefined;
  return [
    { kind: "expression", name: "apiVersion", expression: JSON.stringify(apiVersion) },
    { kind: "expression", name: "kind", expression: anyKind ? inputKind : JSON.stringify(kind) },
  ];
}

function inheritedField({ name, optional }: Field, variable: string): ConvertedField {
  const source = `${variable}${propertyAccess(name)}`;
  const value: ValueExpression = { kind: "same", source };
  return optional
    ? { optional: { name, condition: `${source} !== undefined`, value } }
    : { property: { kind: "value", name, value } };
}

function readsInput(value: ValueExpression): boolean {
  return value.kind === "tuple" ? value.elements.some(readsInput) : value.source.startsWith("input");
}

function outputOnlyProblem(
  { context: { types } }: ValueScope,
  { from, to, convert }: Direction,
  field: Field,
): Problem {
  const marker = "+k8s:conversion-gen=false";
  return {
    ...conversionProblems.is("conversion/output-only-field"),
    message: `${types.label(to)}.${field.name} has no peer in ${types.label(from)}, so ${convert} ${field.optional ? "leaves the field absent" : "sets the field to its zero value"}`,
    ...remedyAs(
      `write ${convert}, which sets the field, or add to the field: ${marker}`,
      addMarker(field.position, marker),
    ),
    position: field.position,
  };
}

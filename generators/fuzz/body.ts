import { apiVersionOf, groupVersionOfKind } from "../../engine/model/group-version.js";
import { packageById, typeById, underlying } from "../../engine/model/lookup.js";
import type { Field, ObjectShape, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { printDeclaration } from "../../engine/print/type.js";
import type { Position } from "../../engine/problem.js";
import { refsOf, type Cycles } from "./type-cycles.js";
import { fromFastCheck, fromTesting } from "./tools.js";
import { call, json, lazy, scalarValue, text, valueOf, type Property, type Value, type ValueScope } from "./value.js";
import { omitZero } from "../defaults/markers.js";
import { isAlwaysGenerated, leastSize } from "./presence.js";
import type { PackageRules } from "./rules.js";

export interface BodyScope {
  readonly cycles: Cycles;
  /** Returns a scope that reports problems at the given position. */
  at(position: Position): ValueScope;
  readonly rules: PackageRules;
}

/** Returns the expression that the function `autoFuzz_<T>` returns. */
export function bodyOf(scope: BodyScope, type: TypeDeclaration): Value {
  const { shape } = type;
  const here = scope.at(type.position);
  switch (shape.kind) {
    case "object":
      return objectBody(scope, type, shape);
    case "union":
      return unionBody(
        scope,
        type,
        shape.members.map((member) => member.type),
      );
    case "alias": {
      const value = valueOf(here, shape.of, leastSize(scope.rules.ofType(type.id)));
      return cut(scope, here, type, shape.of, value) ?? value;
    }
    case "opaque":
      return scalarValue("any");
  }
}

function objectBody(scope: BodyScope, type: TypeDeclaration, shape: ObjectShape): Value {
  const { universe } = scope.at(type.position);
  const fields = shape.fields.map((field) => ({
    field,
    property: { name: field.name, value: fieldValue(scope, type, field) },
  }));
  return {
    kind: "object",
    fn: fromTesting("objectOf"),
    type: printDeclaration(universe, type),
    required: [
      ...typeMeta(universe, type, shape),
      ...fields.filter(({ field }) => !field.optional).map(({ property }) => property),
    ],
    optional: fields.filter(({ field }) => field.optional).map(({ property }) => property),
  };
}

function typeMeta(universe: Universe, type: TypeDeclaration, { typeMeta }: ObjectShape): Property[] {
  if (typeMeta === undefined) return [];
  const constant = (value: string): Value => call(fromFastCheck("constant"), json(value));
  return [
    {
      name: "apiVersion",
      value: constant(apiVersionOf(groupVersionOfKind(universe, type) ?? { group: "", version: "" })),
    },
    { name: "kind", value: constant(typeMeta.kind ?? type.name) },
  ];
}

function fieldValue(scope: BodyScope, owner: TypeDeclaration, field: Field): Value {
  const here = scope.at(field.position);
  const rules = scope.rules.ofField(owner.id, field.name);
  const value = valueOf(here, field.type, leastSize(rules));
  if (!field.optional) return cut(scope, here, owner, field.type, value) ?? orZeroTime(here, field.type, value);
  const cycle = cycleOf(scope.cycles, owner, field.type);
  const optional = cycle === undefined ? value : call(fromTesting("nested"), json(cycleName(here, cycle)), lazy(value));
  const own = omitZero.has(field) ? call(fromTesting("omitZero"), optional) : optional;
  const isChosen = isAlwaysGenerated(scope.rules.ofType(owner.id), rules, field.name);
  return isChosen ? call(fromTesting("always"), own) : own;
}

/**
 * Returns an expression for a list or map whose type contains itself. At the maximum nesting, the
 * expression generates an empty list or map. Returns undefined for other types.
 */
function cut(scope: BodyScope, here: ValueScope, owner: TypeDeclaration, type: Type, value: Value): Value | undefined {
  const cycle = cycleOf(scope.cycles, owner, type);
  if (cycle === undefined) return undefined;
  if (type.kind === "tuple") {
    const elements = type.elements.map((element) => ({ element, value: valueOf(here, element) }));
    return call(
      fromFastCheck("tuple"),
      ...elements.map(({ element, value }) => cut(scope, here, owner, element, value) ?? value),
    );
  }
  if (type.kind !== "list" && type.kind !== "map") return undefined;
  return call(
    fromTesting("nested"),
    json(cycleName(here, cycle)),
    lazy(value),
    text(type.kind === "list" ? "[]" : "{}"),
  );
}

/**
 * Returns the arbitrary of a required field. For a time, the arbitrary also generates the zero time
 * (an empty string). Optional fields cannot have the zero time.
 */
function orZeroTime({ universe }: ValueScope, type: Type, value: Value): Value {
  const under = underlying(universe, type);
  if (under.kind !== "scalar" || (under.name !== "Time" && under.name !== "MicroTime")) return value;
  return call(fromFastCheck("oneof"), call(fromFastCheck("constant"), json("")), value);
}

function unionBody(scope: BodyScope, type: TypeDeclaration, members: readonly TypeId[]): Value {
  const here = scope.at(type.position);
  const cycle = scope.cycles(type);
  const values = [...new Set(members)].map((to) => ({
    value: valueOf(here, { kind: "ref", to }),
    isNested: cycle?.includes(to) === true,
  }));
  if (cycle === undefined) return call(fromFastCheck("oneof"), ...values.map(({ value }) => value));
  const flat = values.filter(({ isNested }) => !isNested).map(({ value }) => value);
  const deep = values.filter(({ isNested }) => isNested).map(({ value }) => call(fromTesting("lazy"), lazy(value)));
  return call(fromTesting("oneOfNested"), json(cycleName(here, cycle)), ...flat, ...deep);
}

/**
 * Returns the cycle of types that contains the owner; undefined if the type does not refer to a
 * type of this cycle.
 */
function cycleOf(cycles: Cycles, owner: TypeDeclaration, type: Type): readonly TypeId[] | undefined {
  const cycle = cycles(owner);
  return cycle !== undefined && refsOf(type).some((id) => cycle.includes(id)) ? cycle : undefined;
}

/**
 * Returns the name that identifies a cycle of types. The nesting of all its types is counted
 * together under this name.
 */
function cycleName({ universe }: ValueScope, [first]: readonly TypeId[]): string {
  const type = first === undefined ? undefined : typeById(universe, first);
  return type === undefined ? "" : `${packageById(universe, type.package)?.name ?? ""}.${type.name}`;
}

import type { Lookup } from "../../engine/model/functions/lookup.js";
import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import { gvkOf } from "../../engine/model/group-version.js";
import type { Field, Package, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import type { Printable } from "../../engine/base/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { printDeclaration } from "../../engine/print/type.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { omitZero } from "../markers/defaults.js";
import { itemsPlace, type PackageNumbers } from "./message-numbers.js";
import { noSchema } from "../type-schemas/lookup.js";
import type { MarkerView } from "../markers/patch.js";
import { patchMarkers } from "../type-schemas/placement.js";
import type { Rule } from "../../runtime/schema/rule.js";
import { isSent } from "../../runtime/rules/type-rules.js";
import { presenceOf } from "../rules/implied.js";
import type { PackageRules, SchemaRuleFacts } from "../rules/schema-rules.js";
import { openAPIFactsOfField, factsOfType, rulesIn, type OpenAPIEntry, type OpenAPIScope } from "./openapi-facts.js";
import { scalarDefault, type ScalarDefault } from "../type-schemas/default.js";
import { keepsUnknown, markersKeepUnknown } from "../type-schemas/unknown-fields.js";
import { valueView, type SchemaReferences, type ValueView } from "../type-schemas/value.js";
import { runtimeType } from "../../engine/base/runtime-symbol.js";

/** Types of schemas, by the kind of the type that a schema describes. */
const schemaTypes = {
  object: runtimeType("ObjectSchema"),
  union: runtimeType("UnionSchema"),
  value: runtimeType("NamedValueSchema"),
};

interface FieldView {
  readonly name: string;
  readonly value: ValueView;
  readonly optional: boolean;
  /** True if requests must contain the property. */
  readonly isSent: boolean;
  /** Properties of the field's schema that the type of the field does not imply. */
  readonly facts: readonly FactView[];
}

/** A property of a schema, with its value. */
type FactView =
  | { readonly name: string; readonly value: MarkerView["value"] | ScalarDefault | readonly Rule[] }
  | { readonly name: string; readonly entries: readonly OpenAPIEntry[] };

interface BaseView {
  readonly schema: Printable;
  readonly facts: readonly FactView[];
}

/**
 * Properties of a schema that depend on the kind of the type. `kind` is the name of the partial
 * template that prints them.
 */
type ShapeView =
  | { readonly kind: "object"; readonly bases: readonly BaseView[]; readonly fields: readonly FieldView[] }
  | {
      readonly kind: "union";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly schema: Printable }[];
      readonly numbers: readonly FactView[];
    }
  | { readonly kind: "value"; readonly value: ValueView; readonly facts: readonly FactView[] };

/**
 * Facts for the schemas of a package that also depend on files or packages other than the package's
 * types.
 */
export interface PackageFacts {
  /** Protobuf numbers; empty if protobuf is disabled. */
  readonly numbers: PackageNumbers;
  /** Validation rules of the types, and of the interfaces that they extend. */
  readonly rules: PackageRules;
  /** Names of the OpenAPI definitions, by type; undefined if OpenAPI is disabled. */
  readonly models: OpenAPIScope["models"];
}

/** Plans the file zz_generated.schema.ts of a package. Appends to `problems`. */
export function planFile(
  input: PlanInput,
  pkg: Package,
  types: readonly TypeDeclaration[],
  lookup: Lookup,
  facts: PackageFacts,
  problems: Problem[],
): FilePlan {
  const { universe } = input;
  const openapi = { universe, ...facts };
  const scope: FileScope = { input, pkg, lookup, problems, openapi, ...facts };
  const schemas = types.map((type) => {
    const shape = shapeView(scope, type);
    return {
      name: names.schema(type.name),
      ownName: type.name,
      schema: schemaTypes[shape.kind],
      type: printDeclaration(universe, type),
      typeName: `${pkg.name}.${type.name}`,
      model: facts.models?.[type.id] ?? null,
      gvk: gvkOf(universe, type),
      markers: [
        ...(type.shape.kind !== "alias" && keepsUnknown(universe, type) ? [preserveUnknown] : []),
        ...patchMarkers(universe, { kind: "ref", to: type.id }, type.markers),
        ...ruleFacts(facts.rules[type.id]?.type, type.markers),
        ...openAPIFacts(factsOfType(openapi, type, sentIn(shape))),
      ],
      shape,
    };
  });
  return {
    package: pkg.id,
    path: input.path(pkg.id, "schema"),
    template: "schema",
    view: { schemas },
    exports: schemas.map(({ name }) => name),
  };
}

/** Data for the schemas of all types in one file. */
interface FileScope extends PackageFacts {
  readonly input: PlanInput;
  readonly pkg: Package;
  readonly lookup: Lookup;
  readonly openapi: OpenAPIScope;
  /**
   * Problems of the file, such as references to types without a schema (one for each reference).
   */
  readonly problems: Problem[];
}

function shapeView(scope: FileScope, type: TypeDeclaration): ShapeView {
  const { shape, position } = type;
  switch (shape.kind) {
    case "object": {
      const fields = shape.fields.map((field) => fieldView(scope, field, type));
      return {
        kind: "object",
        bases: shape.bases.flatMap((base) => baseView(scope, type, base)),
        fields: [...(shape.typeMeta === undefined ? [] : typeMeta(scope, type)), ...fields],
      };
    }
    case "union":
      return {
        kind: "union",
        discriminator: shape.discriminator,
        members: shape.members.map((member) => ({
          value: member.value,
          schema: schemaOf(scope, member.type, position),
        })),
        numbers: shape.members.flatMap(({ value }) =>
          numbersAt(scope, type, value).map((fact) => ({ ...fact, name: value })),
        ),
      };
    case "alias":
      return {
        kind: "value",
        value: valueView(shape.of, referencesAt(scope, position), markersKeepUnknown(shape.of, type.markers)),
        facts: numbersAt(scope, type, itemsPlace),
      };
    case "opaque":
      throw new Error("a generic type has no schema");
  }
}

function fieldView(scope: FileScope, field: Field, of: TypeDeclaration): FieldView {
  const { name, type, optional, markers, position } = field;
  const { universe } = scope.input;
  const given = scalarDefault(universe, of, field);
  const value = valueView(type, referencesAt(scope, position), markersKeepUnknown(type, markers));
  const isSentByDefault = isSent(name, { optional, default: given, type: value.type }, isKind(of));
  const required = optional ? isSentByDefault : presenceOf(universe, of, field) === "required";
  return {
    name,
    value,
    optional,
    isSent: required,
    facts: [
      ...(field.nullable === true ? [{ name: "nullable", value: true }] : []),
      ...(omitZero.has(field) && optional ? [{ name: "omitZero", value: true }] : []),
      ...(required === isSentByDefault ? [] : [{ name: "required", value: required }]),
      ...numbersAt(scope, of, name),
      ...(given === undefined ? [] : [{ name: "default", value: given }]),
      ...patchMarkers(universe, type, markers),
      ...ruleFacts(scope.rules[of.id]?.fields[name], markers),
      ...openAPIFacts(openAPIFactsOfField(scope.openapi, of, field, given)),
    ],
  };
}

const preserveUnknown: FactView = { name: "preserveUnknown", value: true };

function referencesAt(scope: FileScope, position: Position): SchemaReferences<Printable> {
  return { schemaOf: (id) => schemaOf(scope, id, position), keyOf: (id) => constantOf(scope, id) };
}

function openAPIFacts(entries: readonly OpenAPIEntry[] | false): readonly FactView[] {
  if (entries === false) return [{ name: "openapi", value: false }];
  return entries.length === 0 ? [] : [{ name: "openapi", entries }];
}

/** Returns the names of the properties that requests must contain. */
function sentIn(shape: ShapeView): readonly string[] {
  return shape.kind === "object" ? shape.fields.filter(({ isSent }) => isSent).map(({ name }) => name) : [];
}

function isKind({ shape }: TypeDeclaration): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}

/** Returns the schema of a type; undefined if the type has none. */
function constantOf({ input, pkg, lookup }: FileScope, id: TypeId): Printable | undefined {
  const type = typeById(input.universe, id);
  return type === undefined ? undefined : lookup(pkg.id, type);
}

/**
 * Returns the view of a base interface in a list; an empty list if the base is not exported,
 * because it then has no schema.
 */
function baseView(scope: FileScope, type: TypeDeclaration, id: TypeId): readonly BaseView[] {
  const schema = constantOf(scope, id);
  return schema === undefined ? [] : [{ schema, facts: numbersAt(scope, type, id) }];
}

/** Returns the protobuf number of a field of a type; an empty list if it has none. */
function numbersAt({ numbers }: FileScope, { id }: TypeDeclaration, place: string): readonly FactView[] {
  const own = numbers[id] ?? {};
  const field = Object.hasOwn(own, place) ? own[place] : undefined;
  return Object.entries(field ?? {}).map(([name, value]: [string, string | number]) => ({ name, value }));
}

/**
 * Returns the facts about validation rules. Includes rules that only a schema contains, not a
 * validation function.
 */
function ruleFacts(facts: SchemaRuleFacts = {}, markers: readonly Marker[]): readonly FactView[] {
  const rules = rulesIn(facts, markers);
  return Object.entries({ ...facts, ...(rules.length > 0 && { rules }) }).map(([name, value]) => ({ name, value }));
}

/**
 * Returns the schema of a type. If the schema is missing, reports this and returns the name that
 * the schema would have.
 */
function schemaOf(scope: FileScope, id: TypeId, position: Position): Printable {
  const { input, problems } = scope;
  const type = typeById(input.universe, id);
  const found = constantOf(scope, id);
  // A type that is not exported was already reported when its package was loaded.
  if (type?.exported === true && found === undefined) problems.push(noSchema(input, type, position));
  return found ?? names.schema(id.slice(id.indexOf("#") + 1));
}

/**
 * Returns the properties kind and apiVersion. They are the first properties in JSON and in memory.
 */
function typeMeta({ input }: FileScope, type: TypeDeclaration): readonly FieldView[] {
  // If the type has no group and version, the schema does not identify a kind. The two properties
  // must then be marked as not required.
  const facts = gvkOf(input.universe, type) === null ? [{ name: "required", value: false }] : [];
  return ["kind", "apiVersion"].map((name) => ({
    name,
    value: { kind: "plain", type: "string" },
    optional: false,
    isSent: false,
    facts,
  }));
}

import type { PlanInput } from "../../../engine/plan/generator.js";
import { typeById } from "../../../engine/model/lookup.js";
import { referencesInType, referencesOfType } from "../../../engine/model/type-references.js";
import type { TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { preserveUnknownFields, schemaless } from "../../markers/crd.js";
import { shortenDescription } from "./description.js";
import type { JSONSchema } from "./json-schema.js";
import { SchemaBuilder } from "./schema-builder.js";
import { crdProblems } from "../../problem-codes/crd.js";
import { withParts } from "../../../runtime/rules/keywords.js";
import { maxTypes } from "../../../runtime/rules/structural.js";

/** The structural schema of a kind, with the problems that were found. */
export interface RootSchema {
  readonly schema: JSONSchema;
  readonly problems: readonly Problem[];
  /** Types that the schema describes. */
  readonly types: ReadonlySet<TypeDeclaration>;
}

/**
 * Returns the structural schema of a kind, and the problems of its types. If the schema would
 * contain too many types, returns a schema without properties and one problem.
 */
export function rootSchema(input: PlanInput, type: TypeDeclaration): RootSchema {
  const count = typeCount(input.universe, type);
  if (count > maxTypes)
    return { schema: { type: "object" }, problems: [tooManyTypes(type, count)], types: new Set([type]) };
  const builder = new SchemaBuilder(input, type);
  const schema = withPlainMetadata(builder.declared(type));
  const most = input.options["maxDescLen"];
  return {
    schema: typeof most === "number" ? withShortDescriptions(schema, most) : schema,
    problems: builder.problems,
    types: builder.types,
  };
}

function tooManyTypes({ name, position }: TypeDeclaration, count: number): Problem {
  const [types, most] = [count, maxTypes].map((number) => number.toLocaleString("en"));
  return {
    ...crdProblems.is("crd/too-many-types"),
    message: `the schema of ${name} would contain ${types ?? ""} types, but the limit is ${most ?? ""}: a schema contains a copy of a type for each path to the type`,
    hint: `to allow any value for a property that contains many types, add these markers to the property:\n+${preserveUnknownFields.name}\n+${schemaless.name}`,
    position,
  };
}

/**
 * Returns the schema of a kind with `{ type: "object" }` as the schema of its metadata, because API
 * servers allow no other keywords in that schema.
 */
function withPlainMetadata(schema: JSONSchema): JSONSchema {
  return { ...schema, properties: { ...schema.properties, metadata: { type: "object" } } };
}

/**
 * Returns a schema with descriptions shortened to `most` characters (see `shortenDescription`), or
 * without descriptions if `most` is 0.
 */
export function withShortDescriptions({ description, ...rest }: JSONSchema, most: number): JSONSchema {
  return {
    ...(description === undefined || most === 0 ? {} : { description: shortenDescription(description, most) }),
    ...withParts(rest, (part) => withShortDescriptions(part, most)),
  };
}

/**
 * Returns the number of types in the schema of a type. A schema contains a type once for each path
 * to it, so the number can be exponential.
 */
function typeCount(universe: Universe, type: TypeDeclaration): number {
  const known = new Map<TypeDeclaration, number>();
  const count = (of: TypeDeclaration): number => {
    const before = known.get(of);
    if (before !== undefined) return before;
    // A type that contains itself has no schema, so its size does not matter.
    known.set(of, 0);
    const inner = valuesOf(of).flatMap((id) => typeById(universe, id) ?? []);
    const size = inner.reduce((sum, value) => sum + count(value), 1);
    known.set(of, size);
    return size;
  };
  return count(type);
}

/** Returns the types of a type's properties or items. A type that two fields use occurs twice. */
function valuesOf(type: TypeDeclaration): readonly string[] {
  const { shape } = type;
  if (shape.kind !== "object") return referencesOfType(type).values;
  return shape.fields.flatMap((field) => (schemaless.has(field) ? [] : referencesInType(field.type).values));
}

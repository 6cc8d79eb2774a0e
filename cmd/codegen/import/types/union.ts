import { escapedName, stringLiteral } from "../../../../runtime/cel/index.js";
import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import { isReadSchema, objectsIn, schemaProperties, stringsIn, type ReadSchema, type SchemaAt } from "../schema.js";
import type { ImportContext } from "./context.js";
import { constraintMarkers } from "./constraints.js";
import type { WrittenDeclaration, FieldDeclaration } from "./declaration.js";
import { excludedIn } from "./combined.js";

interface Branch {
  readonly value: string;
  /** Properties that the branch forbids. */
  readonly foreign: readonly string[];
  readonly required: readonly string[];
  /** Additional constraints of the branch, by property. */
  readonly stricter: ReadSchema;
}

const rules = "x-kubernetes-validations";

/**
 * Keywords that a union's schema may have: those of the union, and those of the property that uses
 * it.
 */
const keywords: ReadonlySet<string> = new Set([
  ...["type", "properties", "required", "oneOf", rules],
  ...["description", "title", "example", "externalDocs", "default", "nullable"],
]);

/** Returns the properties of an object as fields, except the given names. */
type FieldsOf = (context: ImportContext, at: SchemaAt, without: readonly string[]) => readonly FieldDeclaration[];

/**
 * Returns a union of interfaces for a schema of the form that the generator crd writes for a union;
 * undefined for any other schema.
 *
 * @param fieldsOf passed as a parameter because the types of fields can be unions, too
 */
export function unionOfInterfaces(
  context: ImportContext,
  at: SchemaAt,
  description: string,
  fieldsOf: FieldsOf,
): WrittenDeclaration | undefined {
  const [discriminator, ...others] = stringsIn(at.schema["required"]);
  if (discriminator === undefined || others.length > 0) return undefined;
  const branches = branchesOf(at, discriminator);
  if (branches === undefined) return undefined;
  const members = branches.map((branch) =>
    memberOf(context, at, branch, discriminator, fieldsOf(context, partOf(at, branch), [discriminator])),
  );
  const isOfMember = ({ rule }: ReadSchema) =>
    branches.some(({ value }) => own(rule, discriminator, value) !== undefined);
  const shared = objectsIn(at.schema[rules], []).flatMap(({ value }) => (isOfMember(value) ? [] : [value]));
  return {
    description,
    markers: constraintMarkers(context, { ...at, schema: { [rules]: shared } }, []),
    body: { kind: "alias", of: members.flatMap((member, index) => (index === 0 ? [member] : [" | ", member])) },
  };
}

/** Returns the branches of `oneOf`; undefined if the schema does not have the form of a union. */
function branchesOf(at: SchemaAt, discriminator: string): readonly Branch[] | undefined {
  const names = schemaProperties(at).map(([name]) => name);
  const parts = objectsIn(at.schema["oneOf"], []);
  const branches = parts.flatMap(({ value }) => branchOf(value, discriminator) ?? []);
  const isUnion =
    branches.length > 1 && branches.length === parts.length && Object.keys(at.schema).every((key) => keywords.has(key));
  const hasOwner = (name: string): boolean => branches.some(({ foreign }) => !foreign.includes(name));
  const isKnown = ({ foreign, required, stricter }: Branch): boolean =>
    [...foreign, ...required, ...Object.keys(stricter)].every((name) => names.includes(name));
  if (!isUnion || !names.every(hasOwner) || !branches.every(isKnown)) return undefined;
  const selects = schemaProperties(at).find(([name]) => name === discriminator)?.[1].schema ?? {};
  const values = branches.map(({ value }) => value).sort();
  const hasValues = JSON.stringify([...stringsIn(selects["enum"])].sort()) === JSON.stringify(values);
  // A property without `type` can have values of several types. An interface cannot express
  // additional constraints of such a property.
  const isTyped = (name: string): boolean =>
    schemaProperties(at).some(([of, { schema }]) => of === name && "type" in schema);
  const isStated = branches.every(({ stricter }) => Object.keys(stricter).every(isTyped));
  return selects["type"] === "string" && hasValues && isStated ? branches : undefined;
}

function branchOf({ properties, required, not, ...others }: ReadSchema, discriminator: string): Branch | undefined {
  if (!isReadSchema(properties) || Object.keys(others).length > 0) return undefined;
  const { [discriminator]: selects, ...stricter } = properties;
  const [value, ...more] = isReadSchema(selects) ? stringsIn(selects["enum"]) : [];
  const foreign = not === undefined ? [] : excludedIn({ not });
  const isBranch = Object.keys(selects ?? {}).join() === "enum" && more.length === 0;
  if (value === undefined || foreign === undefined || !isBranch) return undefined;
  return { value, foreign, required: stringsIn(required), stricter };
}

/** Returns the schema of one branch of a union. */
function partOf(at: SchemaAt, { foreign, required, stricter }: Branch): SchemaAt {
  const properties = schemaProperties(at).flatMap(([name, { schema }]) =>
    foreign.includes(name) ? [] : [[name, { ...schema, ...(stricter[name] as ReadSchema | undefined) }] as const],
  );
  return { ...at, schema: { properties: Object.fromEntries(properties), required } };
}

/** Returns the interface of a union member, with the properties of its branch. */
function memberOf(
  context: ImportContext,
  at: SchemaAt,
  { value }: Branch,
  discriminator: string,
  fields: readonly FieldDeclaration[],
): WrittenDeclaration {
  const ownRules = objectsIn(at.schema[rules], []).flatMap((one) => {
    const rule = own(one.value["rule"], discriminator, value);
    return rule === undefined ? [] : [{ ...one.value, rule }];
  });
  const selects = {
    name: discriminator,
    isOptional: false,
    description: "",
    markers: [],
    type: [unescapeLiteral(value)],
  };
  return context.declare({
    part: value,
    description: "",
    markers: constraintMarkers(context, { ...at, schema: { [rules]: ownRules } }, []),
    body: { kind: "interface", fields: [selects, ...fields] },
  });
}

/**
 * Returns a member's rule without the condition on the discriminator; undefined if the rule does
 * not have the condition of this member.
 */
function own(rule: unknown, discriminator: string, value: string): string | undefined {
  const condition = `self.${escapedName(discriminator) ?? discriminator} != ${stringLiteral(value)} || (`;
  return typeof rule === "string" && rule.startsWith(condition) && rule.endsWith(")")
    ? rule.slice(condition.length, -1)
    : undefined;
}

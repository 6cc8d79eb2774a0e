import type { Position } from "../../../../engine/base/problem.js";
import { namedStringFormat, type Rule, type CRDSchema } from "../../../../runtime/crd/index.js";
import { sizeKeywords } from "../../../../runtime/schema/limits.js";
import type { DocumentPath } from "../../import/schema.js";
import type { APIField, APIScalar, APIShape, APIValue } from "../form/api.js";
import { canonical } from "../form/canonical.js";
import { constraintsOf, type RuleData } from "../form/constraints.js";
import { isWhole } from "../form/value-range.js";
import { lazily } from "../../../../engine/util/once.js";

/** A schema, and its path in the file. */
interface At {
  readonly schema: CRDSchema;
  readonly path: DocumentPath;
  readonly label: string;
  readonly positionOf: (path: DocumentPath) => Position;
}

/** Returns the value that a structural schema of a CustomResourceDefinition describes. */
export function valueOfSchema(
  schema: CRDSchema,
  path: DocumentPath,
  label: string,
  positionOf: (path: DocumentPath) => Position,
): APIValue {
  return valueAt({ schema: withoutTypeMeta(schema), path, label, positionOf });
}

/**
 * Removes apiVersion and kind from a schema. All objects have these properties, even if the schema
 * does not declare them.
 */
function withoutTypeMeta(schema: CRDSchema): CRDSchema {
  const isOwn = (name: string): boolean => name !== "apiVersion" && name !== "kind";
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name)));
  return { ...schema, properties, required: schema.required?.filter(isOwn) ?? [] };
}

function valueAt(at: At): APIValue {
  const { schema, path, label, positionOf } = at;
  const shape = shapeAt(at);
  const isInteger = shape.kind === "scalar" && isWhole(shape.name);
  const listType = schema["x-kubernetes-list-type"];
  return {
    // Positions in a large document take time to compute, and only changes need them.
    get position() {
      return positionOf(path);
    },
    label,
    shape,
    constraints: constraintsOf(rulesOf(schema), isInteger),
    structure: {
      listType: listType === "set" || listType === "map" ? listType : "atomic",
      mapKeys: schema["x-kubernetes-list-map-keys"] ?? [],
      isAtomic: schema["x-kubernetes-map-type"] === "atomic",
    },
  };
}

function shapeAt(at: At): APIShape {
  const { schema } = at;
  const { type, items, additionalProperties } = schema;
  if (type === "array" && isOne(items))
    return { kind: "list", item: lazily(() => valueAt(inner(at, items, ["items"], "[]"))) };
  if (type !== "object") return { kind: "scalar", name: scalarOf(schema) };
  if (isOne(additionalProperties)) {
    const value = lazily(() => valueAt(inner(at, additionalProperties, ["additionalProperties"], "{}")));
    return { kind: "map", value, keys: constraintsOf([]) };
  }
  if (additionalProperties === true) return { kind: "scalar", name: "RawExtension" };
  return objectAt(at);
}

function objectAt(at: At): APIShape {
  const { properties = {}, "x-kubernetes-preserve-unknown-fields": isOpen } = at.schema;
  if (isOpen === true && Object.keys(properties).length === 0) return { kind: "scalar", name: "RawExtension" };
  const fields = lazily(() => fieldsAt(at));
  return { kind: "object", fields, numbers: new Map(), ...(isOpen === true ? { isOpen } : {}) };
}

function fieldsAt(at: At): ReadonlyMap<string, APIField> {
  const { properties = {}, required = [] } = at.schema;
  return new Map(
    Object.entries(properties).map(([name, schema]): [string, APIField] => {
      const of = inner(at, schema, ["properties", name], `.${name}`);
      const { default: value } = schema;
      return [
        name,
        {
          name,
          get position() {
            return at.positionOf(of.path);
          },
          label: of.label,
          isOptional: true,
          isRequired: required.includes(name),
          omitsZero: false,
          ...(value === undefined ? {} : { default: { text: canonical(value), value } }),
          value: lazily(() => valueAt(of)),
        },
      ];
    }),
  );
}

function inner({ path, label, positionOf }: At, schema: CRDSchema, steps: DocumentPath, suffix: string): At {
  return { schema, path: [...path, ...steps], label: `${label}${suffix}`, positionOf };
}

function isOne(schema: CRDSchema["items"] | boolean): schema is CRDSchema {
  return typeof schema === "object" && !Array.isArray(schema);
}

function scalarOf({ type, format, ...schema }: CRDSchema): APIScalar {
  if (schema["x-kubernetes-int-or-string"] === true) return "IntOrString";
  switch (type) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "integer":
      return format === "int32" ? "int32" : "int64";
    case "number":
      return format === "float" ? "float32" : "float64";
    default:
      return "any";
  }
}

/** Returns the rules in a schema, without those of its properties and items. */
function rulesOf(schema: CRDSchema): readonly RuleData[] {
  const combined = (["anyOf", "oneOf", "not"] as const).flatMap((keyword) =>
    schema[keyword] === undefined || isIntOrString(schema, keyword)
      ? []
      : [{ kind: "schema", keyword, value: withoutDocumentation(schema[keyword]) }],
  );
  return [...ownRules(schema), ...(schema.allOf ?? []).flatMap(partRules), ...combined];
}

/**
 * Reports whether a keyword is the `anyOf` of a schema with `x-kubernetes-int-or-string`. Such an
 * `anyOf` only lists the types integer and string, so it is not a further rule.
 */
function isIntOrString(schema: CRDSchema, keyword: string): boolean {
  return keyword === "anyOf" && schema["x-kubernetes-int-or-string"] === true;
}

/**
 * Returns the rules of a schema in `allOf`. If the schema contains no nested schemas and no
 * `required`, its rules apply to the value directly. Otherwise, the schema is one rule that is
 * compared as a whole.
 */
function partRules(part: CRDSchema): readonly RuleData[] {
  const { properties, items, additionalProperties, required, ...rest } = part;
  const nested = [properties, items, additionalProperties, required].some((one) => one !== undefined);
  return nested ? [{ kind: "schema", keyword: "allOf", value: withoutDocumentation(part) }] : rulesOf(rest);
}

function ownRules(schema: CRDSchema): readonly RuleData[] {
  const { minimum, maximum, pattern, format, nullable, enum: values, uniqueItems } = schema;
  const given = schema as Readonly<Record<string, unknown>>;
  const isText = schema.type === "string" || schema.type === undefined;
  return [
    ...[...sizeKeywords, "multipleOf"].flatMap((kind) =>
      given[kind] === undefined ? [] : [{ kind, limit: given[kind] }],
    ),
    ...(minimum === undefined ? [] : [{ kind: "minimum", limit: minimum, exclusive: schema.exclusiveMinimum }]),
    ...(maximum === undefined ? [] : [{ kind: "maximum", limit: maximum, exclusive: schema.exclusiveMaximum }]),
    ...(pattern === undefined ? [] : [{ kind: "pattern", text: pattern }]),
    ...(format === undefined || !isText || !isChecked(format) ? [] : [{ kind: "format", format }]),
    ...(nullable === true ? [{ kind: "nullable" }] : []),
    ...(values === undefined ? [] : [{ kind: "enum", values: values.map(literal) }]),
    ...(uniqueItems === true ? [{ kind: "unique" }] : []),
    ...(schema["x-kubernetes-embedded-resource"] === true ? [{ kind: "embeddedResource" }] : []),
    ...listRules(schema),
    ...(schema["x-kubernetes-validations"] ?? []).map((rule: Rule) => ({ kind: "cel", ...rule })),
  ];
}

/** Reports whether API servers check a format. Unknown formats are ignored. */
function isChecked(format: string): boolean {
  return typeof namedStringFormat(format) === "function";
}

/** Returns the rule that the items of a list of type `set` or `map` are unique. */
function listRules(schema: CRDSchema): readonly RuleData[] {
  const type = schema["x-kubernetes-list-type"];
  if (type === "set") return [{ kind: "unique" }];
  return type === "map" ? [{ kind: "unique", keys: schema["x-kubernetes-list-map-keys"] }] : [];
}

/**
 * Returns a member of an enumeration in the form for comparisons. Objects and lists become their
 * JSON.
 */
function literal(value: unknown): unknown {
  return typeof value === "object" ? canonical(value) : value;
}

function withoutDocumentation(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDocumentation);
  if (typeof value !== "object" || value === null) return value;
  const documenting = ["description", "title", "example", "externalDocs"];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !documenting.includes(key))
      .map(([key, one]) => [key, withoutDocumentation(one)]),
  );
}

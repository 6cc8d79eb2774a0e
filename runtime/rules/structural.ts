import type { CELRuleSchema } from "../cel/types/rule.js";
import { escapedName, stringLiteral } from "../cel/types/names.js";
import { shapeOf, type FieldShape, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { exactSize } from "../schema/limits.js";
import { getOwn, isBranch, jsonEqual } from "../json/values.js";
import type { Rule } from "../schema/rule.js";
import { oncePer } from "../util/once-per.js";

export type { FieldShape, SchemaShape, TypeSchema, ValueShape } from "../schema/schema.js";

const ruleList = "x-kubernetes-validations";

const intOrString = { "x-kubernetes-int-or-string": true } as const;

/** Schema of a value of any type, about which CEL rules can assume nothing. */
const anything = { "x-kubernetes-preserve-unknown-fields": true } as const;

const integer: CELRuleSchema = { type: "integer" };

/** Structural schemas of the scalar types other than integers, as in CustomResourceDefinitions. */
export const scalars = {
  any: anything,
  boolean: { type: "boolean" },
  bytes: { type: "string", format: "byte" },
  Duration: { type: "string", format: "duration" },
  FieldsV1: { type: "object" },
  float32: { type: "number" },
  float64: { type: "number" },
  IntOrString: intOrString,
  MicroTime: { type: "string", format: "date-time" },
  Quantity: intOrString,
  RawExtension: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  string: { type: "string" },
  Time: { type: "string", format: "date-time" },
} as const;

const byType: Readonly<Record<string, CELRuleSchema>> = scalars;

/**
 * Schema of the metadata of an embedded object: the properties of controller-gen's option
 * generateEmbeddedObjectMeta.
 */
export const embeddedMetadata = {
  type: "object",
  properties: {
    annotations: { type: "object", additionalProperties: { type: "string" } },
    finalizers: { type: "array", items: { type: "string" } },
    labels: { type: "object", additionalProperties: { type: "string" } },
    name: { type: "string" },
    namespace: { type: "string" },
  },
} as const satisfies CELRuleSchema;

/**
 * Maximum number of types in a structural schema. A type counts once for each path that leads to
 * it, because structural schemas have no references. Kubernetes' largest kind has about 1,500.
 */
export const maxTypes = 20_000;

/** Error for a type whose structural schema would have more than `maxTypes` types. */
class TooManyTypesError extends Error {
  override readonly name = "TooManyTypesError";
}

/** Reports whether a type has a structural schema, which has at most `maxTypes` types. */
export function hasStructuralSchema(schema: TypeSchema): boolean {
  try {
    structuralSchema(schema);
    return true;
  } catch (error) {
    if (error instanceof TooManyTypesError) return false;
    throw error;
  }
}

/**
 * Returns the structural schema that a type would have in a CustomResourceDefinition, with the CEL
 * rules of the type and of all nested values. Other keywords are included only if CEL rules depend
 * on them. Structural schemas cannot be recursive, so a nested use of a type in itself is replaced
 * by a schema of any value without rules.
 * @throws TooManyTypesError if the schema would have more than `maxTypes` types
 */
export const structuralSchema = oncePer((schema: TypeSchema): CELRuleSchema =>
  withOwnMetadata(schema, new Reader().type(schema)),
);

/**
 * Removes the properties of metadata from the schema of a kind. API servers add these properties
 * themselves.
 */
function withOwnMetadata({ gvk }: TypeSchema, schema: CELRuleSchema): CELRuleSchema {
  const { properties } = schema;
  return gvk === undefined || properties?.["metadata"] === undefined
    ? schema
    : { ...schema, properties: { ...properties, metadata: { type: "object" } } };
}

class Reader {
  /** Types that contain the current value. A type that is already in the list is recursive. */
  readonly #open: TypeSchema[] = [];
  #count = 0;

  type(schema: TypeSchema): CELRuleSchema {
    if (isMetadata(schema)) return shapeOf(schema).name === "v1.ObjectMeta" ? embeddedMetadata : { type: "object" };
    if (this.#open.includes(schema)) return anything;
    this.#count++;
    if (this.#count > maxTypes)
      throw new TooManyTypesError(`the schema of a value has more than ${String(maxTypes)} types`);
    this.#open.push(schema);
    const result = [schema, ...basesOf(schema)].reduceRight(
      (inner, { rules, ...facts }) => withFacts(withRules(inner, rules), facts),
      this.#shape(shapeOf(schema)),
    );
    this.#open.pop();
    return result;
  }

  #shape({ fields, value, discriminator, members = {} }: SchemaShape): CELRuleSchema {
    if (value !== undefined) return this.#value(value);
    if (discriminator !== undefined) return this.#union(discriminator, Object.entries(members));
    const properties = Object.entries(fields ?? {}).map(([name, field]) => [name, this.#field(field)] as const);
    return { type: "object", properties: Object.fromEntries(properties) };
  }

  #field(field: FieldShape): CELRuleSchema {
    const schema = withFacts(withRules(this.#value(field), field.rules), field);
    return field.nullable === true ? { ...schema, nullable: true } : schema;
  }

  #value(value: ValueShape): CELRuleSchema {
    switch (value.type) {
      case "list":
        return { type: "array", items: this.#value(value.items) };
      case "tuple": {
        const [first = anything, ...others] = value.items.map((item) => this.#value(item));
        const length = value.items.length;
        return { type: "array", items: others.reduce(common, first), ...exactSize("items", length) };
      }
      case "map":
        return { type: "object", additionalProperties: this.#value(value.values) };
      case "ref":
      case "embedded":
        return this.type(value.to());
      default:
        return isWhole(value) ? integer : (byType[value.type] ?? integer);
    }
  }

  /**
   * Returns the schema of a union: it has the properties of all members. The rules of a member
   * apply only if the discriminator selects the member.
   */
  #union(discriminator: string, members: readonly (readonly [string, () => TypeSchema])[]): CELRuleSchema {
    const all = members.map(([value, to]) => [value, this.type(to())] as const);
    const properties: Record<string, CELRuleSchema> = {};
    for (const [, member] of all)
      for (const [name, property] of Object.entries(member.properties ?? {}))
        properties[name] = Object.hasOwn(properties, name) ? common(properties[name] ?? anything, property) : property;
    properties[discriminator] = { type: "string" };
    const name = escapedName(discriminator) ?? discriminator;
    const rules = all.flatMap(([value, member]) =>
      (member[ruleList] ?? []).map((one) => ({
        ...one,
        rule: `self.${name} != ${stringLiteral(value)} || (${one.rule})`,
      })),
    );
    return { type: "object", properties, ...(rules.length > 0 && { [ruleList]: rules }) };
  }
}

/**
 * Returns the schema of a property that several members declare: their schema if it is the same,
 * otherwise a schema of any value.
 */
function common(one: CELRuleSchema, other: CELRuleSchema): CELRuleSchema {
  return jsonEqual(one, other) ? one : anything;
}

/**
 * Reports whether a type is ObjectMeta or ListMeta. The structural schema of such a type does not
 * depend on its declared properties.
 */
function isMetadata(schema: TypeSchema): boolean {
  const { name, fields = {} } = shapeOf(schema);
  return (name === "v1.ObjectMeta" || name === "v1.ListMeta") && Object.hasOwn(fields, "resourceVersion");
}

function basesOf(schema: TypeSchema): readonly TypeSchema[] {
  return (schema.bases ?? []).flatMap(({ to }) => [to(), ...basesOf(to())]);
}

/** Reports whether all members of a union of literals are integers. */
function isWhole(value: ValueShape): boolean {
  return "enum" in value && value.enum.every((member) => Number.isInteger(member));
}

/**
 * Adds the list type of a type or field to a schema. The list type of a field replaces the one of
 * the type.
 */
function withFacts(schema: CELRuleSchema, { listType, listMapKeys }: Pick<FieldShape, "listType" | "listMapKeys">) {
  if (schema.type !== "array" || listType === undefined) return schema;
  return {
    ...schema,
    "x-kubernetes-list-type": listType,
    ...(listMapKeys !== undefined && { "x-kubernetes-list-map-keys": listMapKeys }),
  };
}

/**
 * Returns a schema with the keywords of additional rules. New CEL rules are evaluated before the
 * existing CEL rules.
 */
function withRules(schema: CELRuleSchema, rules: readonly Rule[] = []): CELRuleSchema {
  const own = rules.filter((rule) => rule.kind === "cel");
  const result = rules.reduce(withPart, schema);
  return own.length === 0 ? result : { ...result, [ruleList]: [...own, ...(result[ruleList] ?? [])] };
}

function withPart(schema: CELRuleSchema, rule: Rule): CELRuleSchema {
  const { items, additionalProperties, properties = {} } = schema;
  switch (rule.kind) {
    case "format":
      return schema.type === "string" && rule.texts === "crd" ? { ...schema, format: rule.format } : schema;
    case "embeddedResource":
      return { type: "object", ...schema, "x-kubernetes-embedded-resource": true };
    case "items":
      return isSchema(items) ? { ...schema, items: withRules(items, rule.rules) } : schema;
    case "values":
      return isSchema(additionalProperties)
        ? { ...schema, additionalProperties: withRules(additionalProperties, rule.rules) }
        : schema;
    case "subfield": {
      const property = getOwn(properties, rule.name);
      return isSchema(property)
        ? { ...schema, properties: { ...properties, [rule.name]: withRules(property, rule.rules) } }
        : schema;
    }
    default:
      return schema;
  }
}

function isSchema(value: unknown): value is CELRuleSchema {
  return isBranch(value) && !Array.isArray(value);
}

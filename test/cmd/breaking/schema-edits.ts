import { pick, type RandomNumbers } from "../../../cmd/codegen/breaking/samples/random.js";
import type { CRDSchema } from "../../../runtime/crd/index.js";

/** A random edit of a schema; undefined if the schema has no place for it. */
type Edit = (schema: CRDSchema, random: RandomNumbers) => CRDSchema | undefined;

/** Edits of one schema, not of its parts. Some are breaking, others are not. */
const edits: readonly Edit[] = [
  (schema, random) => {
    const name = propertyOf(schema, random);
    if (name === undefined) return undefined;
    const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([key]) => key !== name));
    return { ...schema, properties, required: (schema.required ?? []).filter((key) => key !== name) };
  },
  (schema, random) => {
    const name = propertyOf(schema, random);
    return name === undefined ? undefined : { ...schema, required: [...new Set([...(schema.required ?? []), name])] };
  },
  (schema) =>
    schema.properties === undefined
      ? undefined
      : { ...schema, properties: { ...schema.properties, added: { type: "string" } } },
  (schema) =>
    schema.properties === undefined
      ? undefined
      : {
          ...schema,
          properties: { ...schema.properties, added: { type: "string" } },
          required: [...(schema.required ?? []), "added"],
        },
  (schema) =>
    (schema.required ?? []).length > 0 ? { ...schema, required: schema.required?.slice(1) ?? [] } : undefined,
  (schema, random) => (isWhole(schema) ? { ...schema, maximum: (schema.maximum ?? 100) - random.below(3) } : undefined),
  (schema, random) => (isWhole(schema) ? { ...schema, minimum: (schema.minimum ?? 0) + random.below(3) } : undefined),
  (schema) => (schema.maximum === undefined ? undefined : { ...schema, maximum: schema.maximum + 1 }),
  (schema) => (isText(schema) ? { ...schema, maxLength: (schema.maxLength ?? 6) - 1 } : undefined),
  (schema) => (isText(schema) ? { ...schema, minLength: (schema.minLength ?? 0) + 1 } : undefined),
  (schema) => (isText(schema) ? { ...schema, pattern: "^[a-z]*$" } : undefined),
  (schema) => (schema.enum === undefined ? undefined : { ...schema, enum: schema.enum.slice(1) }),
  (schema) => (schema.enum === undefined ? undefined : { ...schema, enum: [...schema.enum, "added"] }),
  (schema) => (isText(schema) ? { type: "integer" } : undefined),
  (schema) => (isWhole(schema) ? { type: "string" } : undefined),
  (schema) => (schema.type === "array" ? { ...schema, maxItems: 1 } : undefined),
  (schema) => (schema.type === "array" ? { ...schema, minItems: 1 } : undefined),
  (schema) => (schema.type === "boolean" ? { ...schema, enum: [true] } : undefined),
  (schema) => (schema.nullable === true ? { ...schema, nullable: false } : { ...schema, nullable: true }),
];

/** Edits a random place of a schema. Returns the new schema and the path of the place. */
export function edited(
  schema: CRDSchema,
  random: RandomNumbers,
): { readonly schema: CRDSchema; readonly path: string } {
  for (;;) {
    const places = placesIn(schema, "");
    const [first = "", ...more] = places;
    const path = pick(random, [first, ...more]);
    const edit = edits[random.below(edits.length)];
    const changed = changedAt(schema, stepsIn(path), (at) => edit?.(at, random));
    if (changed !== undefined) return { schema: changed, path };
  }
}

function propertyOf({ properties = {} }: CRDSchema, random: RandomNumbers): string | undefined {
  const names = Object.keys(properties);
  return names[random.below(names.length)];
}

function isWhole({ type, enum: values }: CRDSchema): boolean {
  return type === "integer" && values === undefined;
}

function isText({ type, enum: values, format, pattern }: CRDSchema): boolean {
  return type === "string" && [values, format, pattern].every((one) => one === undefined);
}

function stepsIn(path: string): readonly string[] {
  return path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
}

/** Returns the paths of a schema's parts, of those with names without dots. */
function placesIn(schema: CRDSchema, path: string): readonly string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [
    ...Object.entries(properties).flatMap(([name, one]): (readonly [string, CRDSchema])[] =>
      /[.[\]{}]/.test(name) ? [] : [[path === "" ? name : `${path}.${name}`, one]],
    ),
    ...(isSchema(items) ? [[`${path}[]`, items] as const] : []),
    ...(isSchema(additionalProperties) ? [[`${path}{}`, additionalProperties] as const] : []),
  ];
  return [path, ...inner.flatMap(([at, one]) => placesIn(one, at))];
}

function isSchema(value: unknown): value is CRDSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function changedAt(
  schema: CRDSchema,
  [step, ...rest]: readonly string[],
  edit: (schema: CRDSchema) => CRDSchema | undefined,
): CRDSchema | undefined {
  if (step === undefined) return edit(schema);
  const { items, additionalProperties, properties = {} } = schema;
  const part = step === "[]" ? items : step === "{}" ? additionalProperties : properties[step];
  const changed = isSchema(part) ? changedAt(part, rest, edit) : undefined;
  if (changed === undefined) return undefined;
  if (step === "[]") return { ...schema, items: changed };
  if (step === "{}") return { ...schema, additionalProperties: changed };
  return { ...schema, properties: { ...properties, [step]: changed } };
}

/** Returns a schema of the same values that is written in another way. */
export function rewritten(schema: CRDSchema): CRDSchema {
  const { properties, items, additionalProperties, required, maximum, enum: values, ...rest } = schema;
  const isInteger = schema.type === "integer" && schema.exclusiveMaximum !== true;
  return {
    description: "another text",
    ...(values === undefined ? {} : { enum: values.toReversed() }),
    ...(required === undefined ? {} : { required: required.toReversed() }),
    ...(maximum === undefined ? {} : isInteger ? { maximum: maximum + 1, exclusiveMaximum: true } : { maximum }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties)
              .toReversed()
              .map(([name, one]) => [name, rewritten(one)]),
          ),
        }),
    ...(items === undefined ? {} : { items: isSchema(items) ? rewritten(items) : items }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: isSchema(additionalProperties) ? rewritten(additionalProperties) : additionalProperties,
        }),
    ...withLimitsInParts(rest),
  };
}

/** Moves limits of texts into `allOf`, and adds one that every text keeps. */
function withLimitsInParts({ minLength, maxLength, allOf = [], ...rest }: CRDSchema): CRDSchema {
  if (rest.type !== "string")
    return { ...rest, ...(allOf.length === 0 ? {} : { allOf }), ...defined({ minLength, maxLength }) };
  const limits = defined({ minLength, maxLength });
  const parts = Object.keys(limits).length === 0 ? allOf : [...allOf, limits];
  return {
    ...rest,
    ...(minLength === undefined ? { minLength: 0 } : {}),
    ...(parts.length === 0 ? {} : { allOf: parts }),
  };
}

function defined(limits: { readonly [name: string]: number | undefined }): object {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { jsonEqual } from "../values.js";
import { embeddedResource } from "./embedded-resource.js";
import { pruned } from "./prune.js";
import { defaultOf, itemsOf, propertiesOf, propertyOf, valuesOf } from "./schema-parts.js";
import type { Schema } from "./types.js";
import { valueErrors } from "./value-errors.js";

/** Returns an object that contains a value at the place of a schema. */
type Surround = (value: unknown) => unknown;

interface Place {
  /** The schema of the nearest object with an apiVersion and a kind. */
  readonly root: Schema;
  readonly surround: Surround;
  readonly isMeta: boolean;
}

const metaFields = new Set(["apiVersion", "kind", "metadata"]);
const typeMeta = { apiVersion: "validation/v1", kind: "Validation" };

/**
 * Returns the errors of defaults: unknown fields, and values that do not have their schema (Go:
 * defaulting.ValidateDefaults). CEL rules are not evaluated.
 */
export function defaultErrors(path: field.Path, schema: Schema): FieldError[] {
  const root = { ...schema, "x-kubernetes-embedded-resource": true };
  return errorsOf(path, root, { root, surround: withTypeMeta, isMeta: false });
}

function withTypeMeta(value: unknown): unknown {
  return { ...typeMeta, ...(value as object) };
}

function errorsOf(path: field.Path, schema: Schema, outer: Place): FieldError[] {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const place = isEmbedded ? { root: schema, surround: withTypeMeta, isMeta: false } : outer;
  const value = defaultOf(schema);
  const items = itemsOf(schema);
  const inner = (name: string): Place => ({
    root: place.root,
    isMeta: place.isMeta || (isEmbedded && metaFields.has(name)),
    surround: (one) => place.surround({ [name]: one }),
  });
  return [
    ...(value === undefined ? [] : ownErrors(path.child("default"), schema, value, place)),
    ...(items === undefined
      ? []
      : errorsOf(path.child("items"), items, { ...place, surround: (one) => place.surround([one]) })),
    // Defaults are forbidden within additionalProperties.
    ...propertiesOf(schema).flatMap(([name, one]) => errorsOf(path.child("properties").key(name), one, inner(name))),
  ];
}

function ownErrors(path: field.Path, schema: Schema, value: unknown, { root, surround, isMeta }: Place): FieldError[] {
  if (isMeta) {
    const [first] = metaErrors(undefined, surround(value), root);
    return first === undefined
      ? valueErrors(path, schema, value)
      : [field.invalid(path, value, `must result in valid metadata: ${field.errorText(first)}`)];
  }
  const unknown = jsonEqual(pruned(value, schema), value)
    ? []
    : [field.invalid(path, value, "must not have unknown fields")];
  const meta = metaErrors(path, value, schema);
  return [...unknown, ...(meta.length > 0 ? meta : valueErrors(path, schema, value))];
}

/**
 * Returns the errors of apiVersion and kind of embedded objects. Of metadata, only the type is
 * checked.
 */
export function metaErrors(path: field.Path | undefined, value: unknown, schema: Schema | undefined): FieldError[] {
  if (schema === undefined || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return value.flatMap((one: unknown, at) => metaErrors(below(path, at), one, items));
  }
  const object = value as Readonly<Record<string, unknown>>;
  const errors = schema["x-kubernetes-embedded-resource"] === true ? typeMetaErrors(path, object) : [];
  const inner = Object.entries(object).flatMap(([name, one]) => {
    const property = propertyOf(schema, name);
    if (property !== undefined) return metaErrors(below(path, name), one, property);
    return metaErrors(path?.key(name) ?? field.Path.ofSubscript(name), one, valuesOf(schema));
  });
  return [...errors, ...inner];
}

function below(path: field.Path | undefined, name: string | number): field.Path {
  if (typeof name === "number") return path?.index(name) ?? field.Path.ofSubscript(name);
  return path?.child(name) ?? field.newPath(name);
}

function typeMetaErrors(path: field.Path | undefined, object: Readonly<Record<string, unknown>>): FieldError[] {
  const errors: FieldError[] = [];
  embeddedResource(path, object, errors);
  const { metadata } = object;
  if (isMetadata(metadata)) return errors;
  return [...errors, field.invalid(below(path, "metadata"), metadata, "json: cannot unmarshal")];
}

const textFields = new Set(["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"]);
const mapFields = new Set(["labels", "annotations"]);

/** Reports whether metadata can be decoded. Its rarely used fields are not checked. */
function isMetadata(metadata: unknown): boolean {
  if (metadata === undefined || metadata === null) return true;
  if (typeof metadata !== "object" || Array.isArray(metadata)) return false;
  const isText = (value: unknown) => typeof value === "string" || value === null;
  const isMap = (value: unknown) =>
    value === null || (typeof value === "object" && !Array.isArray(value) && Object.values(value).every(isText));
  return Object.entries(metadata).every(
    ([name, value]: [string, unknown]) =>
      !(textFields.has(name) && !isText(value)) && !(mapFields.has(name) && !isMap(value)),
  );
}

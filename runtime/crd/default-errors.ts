import { validateRules } from "../cel/index.js";
import { requestLimit } from "../cel/base/limits.js";
import { child, index, key } from "../field/below.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { jsonEqual } from "../json/values.js";
import { embeddedResource } from "./embedded-resource.js";
import { pruned } from "./prune.js";
import { schemaDefault, itemsSchema, propertySchemas, propertySchema, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";
import { valueErrors } from "./value-errors.js";

/**
 * Function that puts a value at the position of its schema, and returns the object that contains
 * it.
 */
type Surround = (value: unknown) => unknown;

interface Place {
  /** Schema of the closest object that contains the default and has an apiVersion and a kind. */
  readonly root: CRDSchema;
  readonly surround: Surround;
  readonly isMeta: boolean;
}

const metaFields = new Set(["apiVersion", "kind", "metadata"]);
const typeMeta = { apiVersion: "validation/v1", kind: "Validation" };

/**
 * Returns the errors of defaults: unknown fields, values that do not fit their schema, and values
 * that violate CEL rules (Go: defaulting.ValidateDefaults).
 *
 * @param kubernetes version of the API servers, such as 1.31. Default: the newest known version
 */
export function defaultErrors(path: field.Path, schema: CRDSchema, kubernetes?: string): FieldError[] {
  const root = { ...schema, "x-kubernetes-embedded-resource": true };
  const check = new DefaultsCheck(kubernetes);
  check.visit(path, root, { root, surround: withTypeMeta, isMeta: false });
  return check.errors;
}

function withTypeMeta(value: unknown): unknown {
  return { ...typeMeta, ...(value as object) };
}

class DefaultsCheck {
  readonly errors: FieldError[] = [];
  readonly #kubernetes: string | undefined;
  /** Remaining cost that the CEL rules of all defaults may have; negative if exceeded. */
  #budget = requestLimit;

  constructor(kubernetes: string | undefined) {
    this.#kubernetes = kubernetes;
  }

  visit(path: field.Path, schema: CRDSchema, outer: Place): void {
    const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
    const place = isEmbedded ? { root: schema, surround: withTypeMeta, isMeta: false } : outer;
    const value = schemaDefault(schema);
    if (value !== undefined) this.errors.push(...this.#ownErrors(path.child("default"), schema, value, place));
    const items = itemsSchema(schema);
    if (items !== undefined && this.#budget >= 0n)
      this.visit(path.child("items"), items, { ...place, surround: (one) => place.surround([one]) });
    // Schemas in additionalProperties need no check, because defaults are forbidden there.
    for (const [name, one] of propertySchemas(schema)) {
      if (this.#budget < 0n) return;
      this.visit(path.child("properties").key(name), one, {
        root: place.root,
        isMeta: place.isMeta || (isEmbedded && metaFields.has(name)),
        surround: (inner) => place.surround({ [name]: inner }),
      });
    }
  }

  #ownErrors(path: field.Path, schema: CRDSchema, value: unknown, place: Place): FieldError[] {
    const unknown =
      place.isMeta || jsonEqual(pruned(value, schema), value)
        ? []
        : [field.invalid(path, value, "must not have unknown fields")];
    const errors = valueErrorsOf(path, schema, value, place);
    return [...unknown, ...(errors.length > 0 ? errors : this.#ruleErrors(path, schema, value, place))];
  }

  /**
   * Returns the errors of CEL rules for a default. The rules are evaluated for an update that does
   * not change the value, and if they pass, for a new value.
   */
  #ruleErrors(path: field.Path, schema: CRDSchema, value: unknown, { root }: Place): FieldError[] {
    const options = {
      path,
      budget: this.#budget,
      isRoot: schema === root,
      ...(this.#kubernetes !== undefined && { version: this.#kubernetes }),
    };
    const unchanged = validateRules(schema, value, value, { ...options, ratcheting: false });
    this.#budget = unchanged.remaining;
    if (unchanged.errors.length > 0) return [...unchanged.errors];
    const created = validateRules(schema, value, undefined, options);
    if (created.remaining < this.#budget) this.#budget = created.remaining;
    return [...created.errors];
  }
}

function valueErrorsOf(
  path: field.Path,
  schema: CRDSchema,
  value: unknown,
  { root, surround, isMeta }: Place,
): FieldError[] {
  if (isMeta) {
    const [first] = metaErrors(undefined, surround(value), root);
    return first === undefined
      ? valueErrors(path, schema, value)
      : [field.invalid(path, value, `must result in valid metadata: ${field.errorText(first)}`)];
  }
  const meta = metaErrors(path, value, schema);
  return meta.length > 0 ? meta : valueErrors(path, schema, value);
}

/**
 * Returns the errors of kind, apiVersion and metadata of embedded objects. Of the metadata, only
 * the types of common fields are checked.
 */
export function metaErrors(path: field.Path | undefined, value: unknown, schema: CRDSchema | undefined): FieldError[] {
  if (schema === undefined || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const items = itemsSchema(schema);
    return value.flatMap((one: unknown, at) => metaErrors(index(path, at), one, items));
  }
  const object = value as Readonly<Record<string, unknown>>;
  const errors = schema["x-kubernetes-embedded-resource"] === true ? typeMetaErrors(path, object) : [];
  const inner = Object.entries(object).flatMap(([name, one]) => {
    const property = propertySchema(schema, name);
    if (property !== undefined) return metaErrors(child(path, name), one, property);
    return metaErrors(key(path, name), one, valuesSchema(schema));
  });
  return [...errors, ...inner];
}

function typeMetaErrors(path: field.Path | undefined, object: Readonly<Record<string, unknown>>): FieldError[] {
  const errors: FieldError[] = [];
  embeddedResource(path, object, errors);
  const { metadata } = object;
  if (isMetadata(metadata)) return errors;
  return [...errors, field.invalid(child(path, "metadata"), metadata, "json: cannot unmarshal")];
}

const textFields = new Set(["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"]);
const mapFields = new Set(["labels", "annotations"]);

/**
 * Reports whether metadata can be decoded. Checks only the fields in `textFields` and `mapFields`.
 */
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

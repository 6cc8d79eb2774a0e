import { goKindName } from "../decode/go-type.js";
import { resolved } from "../schema/resolve-shape.js";
import { getOwn } from "../json/values.js";
import { goQuote } from "../util/go-quote.js";
import { type FieldShape, type SchemaShape, type ValueShape, shapeOf } from "../schema/schema.js";
import { preservesUnknown, targetOf } from "../schema/preserve-unknown.js";
import type { Draft } from "./draft.js";
import { StrategicMergePatchError } from "./errors.js";

/**
 * An object from which single entries can be read, such as an object into which a patch is being
 * merged.
 */
type JSONEntries = Pick<Draft, "get">;

/** Merge behaviour of a field, from the schema of the object type (Go: PatchMeta). */
export interface PatchMeta {
  readonly value: ValueShape;
  /** Strategy of the field. If undefined, maps are merged and lists are replaced. */
  readonly strategy: "merge" | "replace" | undefined;
  /** Property that identifies the items of a list; empty if the schema does not declare one. */
  readonly mergeKey: string;
}

/**
 * Returns the merge behaviour of a property. Maps and untyped values are merged key by key; in
 * contrast, Go refuses to merge them.
 * @param object the object that contains the property. For a union, the value of the discriminator
 * selects the member type; without a valid value, the first member with the property is used
 * @throws StrategicMergePatchError if the type does not have the property, or cannot have
 * properties
 */
export function lookup(value: ValueShape, key: string, object: JSONEntries): PatchMeta {
  switch (value.type) {
    case "ref":
    case "embedded":
      return lookupIn(shapeOf(targetOf(value)), key, object);
    case "map":
      return plain(value.values);
    case "any":
    case "RawExtension":
    case "FieldsV1":
      return plain({ type: "any" });
    default:
      throw new StrategicMergePatchError(
        `merging an object in json but data type is not struct, instead is: ${goKindName(value)}`,
      );
  }
}

/** Returns the type of a list's items; `any` if the type is not a list. */
export function itemShapeOf(value: ValueShape): ValueShape {
  const shape = resolved(value);
  return shape.type === "list" ? shape.items : { type: "any" };
}

function lookupIn(shape: SchemaShape, key: string, object: JSONEntries): PatchMeta {
  if (shape.value !== undefined) return lookup(shape.value, key, object);
  const field = fieldOf(shape, key, object);
  if (field === undefined) {
    if (preservesUnknown(shape)) return plain({ type: "any" });
    const struct = shape.name.slice(shape.name.lastIndexOf(".") + 1);
    throw new StrategicMergePatchError(
      `unable to find api field in struct ${struct} for the json field ${goQuote(key)}`,
    );
  }
  // The strategy `retainKeys` affects only clients. Servers apply a `$retainKeys` directive to
  // every map.
  const strategy = field.patchStrategy?.find((one) => one !== "retainKeys");
  return { value: field, strategy, mergeKey: field.patchMergeKey ?? "" };
}

function fieldOf(
  { fields, members, discriminator }: SchemaShape,
  key: string,
  object: JSONEntries,
): FieldShape | undefined {
  if (members === undefined) return getOwn(fields ?? {}, key);
  const chosen = discriminator === undefined ? undefined : object.get(discriminator);
  const named = typeof chosen === "string" ? getOwn(members, chosen) : undefined;
  const candidates = named === undefined ? Object.values(members) : [named];
  for (const member of candidates) {
    const field = fieldOf(shapeOf(member()), key, object);
    if (field !== undefined) return field;
  }
  return undefined;
}

function plain(value: ValueShape): PatchMeta {
  return { value, strategy: undefined, mergeKey: "" };
}

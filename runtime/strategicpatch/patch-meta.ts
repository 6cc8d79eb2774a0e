import { goQuote } from "../go-quote.js";
import { type FieldShape, type SchemaShape, type TypeSchema, type ValueShape, shapeOf } from "../schema.js";
import type { JSONValue } from "../types.js";
import { StrategicMergePatchError } from "./errors.js";

/** An object that is being merged. */
type JSONEntries = ReadonlyMap<string, JSONValue>;

/** What the types say of a value that is to be merged: Go's PatchMeta. */
export interface PatchMeta {
  readonly value: ValueShape;
  /**
   * What is done with the value where it is there already; merged if it is a map, replaced if it is
   * a list, where nothing is said.
   */
  readonly strategy: "merge" | "replace" | undefined;
  /** By which the items of a list are the same; empty for plain values. */
  readonly mergeKey: string;
}

/** The value that is patched as a whole. */
export function rootOf(schema: TypeSchema): ValueShape {
  return { type: "ref", to: () => schema };
}

/**
 * What stands under a key of an object. Maps and values without a type merge key by key, where Go
 * knows no way.
 * @param object tells the members of a union apart
 * @throws StrategicMergePatchError where the type has no such property
 */
export function lookup(value: ValueShape, key: string, object: JSONEntries): PatchMeta {
  switch (value.type) {
    case "ref":
    case "embedded":
      return lookupIn(shapeOf(value.to()), key, object);
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

/** What each item of a list is. */
export function itemsOf(value: ValueShape): ValueShape {
  if (value.type === "ref") {
    const { value: named } = shapeOf(value.to());
    if (named !== undefined) return itemsOf(named);
  }
  return value.type === "list" ? value.items : { type: "any" };
}

/** A type's kind, as Go's reflect calls it. */
export function goKindName(value: ValueShape): string {
  switch (value.type) {
    case "list":
    case "tuple":
      return "slice";
    case "map":
      return "map";
    case "ref": {
      const { value: named } = shapeOf(value.to());
      return named === undefined ? "struct" : goKindName(named);
    }
    case "embedded":
    case "IntOrString":
    case "Quantity":
    case "Time":
    case "MicroTime":
    case "Duration":
    case "RawExtension":
    case "FieldsV1":
      return "struct";
    case "any":
      return "interface";
    case "boolean":
      return "bool";
    case "bytes":
      return "slice";
    default:
      return value.type;
  }
}

function lookupIn(shape: SchemaShape, key: string, object: JSONEntries): PatchMeta {
  if (shape.value !== undefined) return lookup(shape.value, key, object);
  const field = fieldOf(shape, key, object);
  if (field === undefined) {
    const struct = shape.name.slice(shape.name.lastIndexOf(".") + 1);
    throw new StrategicMergePatchError(
      `unable to find api field in struct ${struct} for the json field ${goQuote(key)}`,
    );
  }
  // `retainKeys` is what clients do; a server reads $retainKeys wherever it stands.
  const strategy = field.patchStrategy?.find((one) => one !== "retainKeys");
  return { value: field, strategy, mergeKey: field.patchMergeKey ?? "" };
}

function fieldOf(
  { fields, members, discriminator }: SchemaShape,
  key: string,
  object: JSONEntries,
): FieldShape | undefined {
  if (members === undefined) return fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
  const chosen = discriminator === undefined ? undefined : object.get(discriminator);
  const named = typeof chosen === "string" && Object.hasOwn(members, chosen) ? members[chosen] : undefined;
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

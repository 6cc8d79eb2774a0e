import { child, index, key } from "../field/below.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { getOwn, isBranch } from "../json/values.js";
import { repeated } from "./repeated.js";
import { itemsSchema, propertySchema, valuesSchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

type At = field.Path | undefined;

/**
 * Returns the errors of lists of type `set` or `map` that contain duplicate items (Go:
 * listtype.ValidateListSetsAndMaps).
 */
export function listValueErrors(path: At, schema: CRDSchema, value: unknown): FieldError[] {
  if (Array.isArray(value)) return ofList(path, schema, value);
  if (!isBranch(value)) return [];
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const values = valuesSchema(schema);
    const property = propertySchema(schema, name);
    return [
      ...(values === undefined ? [] : listValueErrors(key(path, name), values, one)),
      ...(property === undefined ? [] : listValueErrors(child(path, name), property, one)),
    ];
  });
}

function ofList(path: At, schema: CRDSchema, list: readonly unknown[]): FieldError[] {
  const items = itemsSchema(schema);
  return [
    ...itemErrors(path, schema, list),
    ...(items === undefined ? [] : list.flatMap((item, at) => listValueErrors(index(path, at), items, item))),
  ];
}

function itemErrors(path: At, schema: CRDSchema, list: readonly unknown[]): FieldError[] {
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return repeated(list).map((at) => field.duplicate(index(path, at), list[at]));
    case "map": {
      const wrong = list.findIndex((item) => item !== null && (!isBranch(item) || Array.isArray(item)));
      if (wrong >= 0)
        return [field.invalid(index(path, wrong), list[wrong], "must be an object for an array of list-type map")];
      const keys = list.map((item) => keysOf(item, schema["x-kubernetes-list-map-keys"] ?? []));
      return repeated(keys).map((at) => field.duplicate(index(path, at), keys[at]));
    }
    default:
      return [];
  }
}

function keysOf(item: unknown, names: readonly string[]): object {
  const present = names.filter((name) => isBranch(item) && Object.hasOwn(item, name));
  return Object.fromEntries(present.map((name) => [name, isBranch(item) ? getOwn(item, name) : undefined]));
}

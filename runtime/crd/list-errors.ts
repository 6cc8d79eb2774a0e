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
      ...(values === undefined ? [] : listValueErrors(path?.key(name) ?? field.Path.ofSubscript(name), values, one)),
      ...(property === undefined ? [] : listValueErrors(path?.child(name) ?? field.newPath(name), property, one)),
    ];
  });
}

function ofList(path: At, schema: CRDSchema, list: readonly unknown[]): FieldError[] {
  const items = itemsSchema(schema);
  const at = (index: number) => path?.index(index) ?? field.Path.ofSubscript(index);
  return [
    ...itemErrors(schema, list, at),
    ...(items === undefined ? [] : list.flatMap((item, index) => listValueErrors(at(index), items, item))),
  ];
}

function itemErrors(schema: CRDSchema, list: readonly unknown[], at: (index: number) => field.Path): FieldError[] {
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return repeated(list).map((index) => field.duplicate(at(index), list[index]));
    case "map": {
      const wrong = list.findIndex((item) => item !== null && (!isBranch(item) || Array.isArray(item)));
      if (wrong >= 0) return [field.invalid(at(wrong), list[wrong], "must be an object for an array of list-type map")];
      const keys = list.map((item) => keysOf(item, schema["x-kubernetes-list-map-keys"] ?? []));
      return repeated(keys).map((index) => field.duplicate(at(index), keys[index]));
    }
    default:
      return [];
  }
}

function keysOf(item: unknown, names: readonly string[]): object {
  const present = names.filter((name) => isBranch(item) && Object.hasOwn(item, name));
  return Object.fromEntries(present.map((name) => [name, isBranch(item) ? getOwn(item, name) : undefined]));
}

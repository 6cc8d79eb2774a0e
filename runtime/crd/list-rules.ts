import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { schemaDefault, itemsSchema, propertySchema } from "./schema-parts.js";
import type { CRDSchema } from "./types.js";

/** Returns the errors of `x-kubernetes-map-type`. */
export function mapTypeErrors(path: field.Path, schema: CRDSchema): FieldError[] {
  const mapType = schema["x-kubernetes-map-type"];
  if (mapType === undefined) return [];
  const supported = ["atomic", "granular"];
  return [
    ...wrongTypeErrors(path, schema, "object", "x-kubernetes-map-type"),
    ...(supported.includes(mapType)
      ? []
      : [field.notSupported(path.child("x-kubernetes-map-type"), mapType, supported)]),
  ];
}

/** Returns the errors of `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`. */
export function listSchemaErrors(path: field.Path, schema: CRDSchema): FieldError[] {
  const listType = schema["x-kubernetes-list-type"];
  const place = path.child("x-kubernetes-list-type");
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const mustBeMap = "must be map if x-kubernetes-list-map-keys is non-empty";
  if (listType === undefined) return keys.length === 0 ? [] : [field.required(place, mustBeMap)];
  const wrongType = wrongTypeErrors(path, schema, "array", "x-kubernetes-list-type");
  const supported = ["atomic", "set", "map"];
  return [
    ...wrongType,
    ...(wrongType.length === 0 && listType === "set" ? setErrors(path.child("items"), itemsSchema(schema)) : []),
    ...(supported.includes(listType) ? [] : [field.notSupported(place, listType, supported)]),
    ...(keys.length > 0 && listType !== "map" ? [field.invalid(place, listType, mustBeMap)] : []),
    ...(listType === "map" ? mapErrors(path, schema, keys) : []),
    ...(listType === "map" || listType === "set" ? nullableErrors(path, schema, listType) : []),
    ...(listType === "map" ? keyErrors(path, schema, keys) : []),
  ];
}

function wrongTypeErrors(path: field.Path, { type = "" }: CRDSchema, wanted: string, keyword: string): FieldError[] {
  if (type === wanted) return [];
  const detail = `must be ${wanted} if ${keyword} is specified`;
  return [type === "" ? field.required(path.child("type"), detail) : field.invalid(path.child("type"), type, detail)];
}

function setErrors(path: field.Path, items: CRDSchema | undefined): FieldError[] {
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  const listType = items?.["x-kubernetes-list-type"];
  if (items?.type === "array" && listType !== undefined && listType !== "atomic")
    return [field.invalid(path.child("x-kubernetes-list-type"), listType, detail)];
  // Kubernetes' error wrongly contains the list type instead of the map type.
  return items?.type === "object" && items["x-kubernetes-map-type"] !== "atomic"
    ? [field.invalid(path.child("x-kubernetes-map-type"), listType ?? null, detail)]
    : [];
}

function mapErrors(path: field.Path, schema: CRDSchema, keys: readonly string[]): FieldError[] {
  const place = path.child("x-kubernetes-list-map-keys");
  const errors: FieldError[] = [];
  if (keys.length === 0) errors.push(field.required(place, "must not be empty if x-kubernetes-list-type is map"));
  const items = itemsSchema(schema);
  const ofItems = path.child("items");
  if (schema.items === undefined)
    errors.push(field.required(ofItems, "must have a schema if x-kubernetes-list-type is map"));
  if (schema.items !== undefined && items === undefined) {
    const detail = "must only have a single schema if x-kubernetes-list-type is map";
    errors.push(field.invalid(ofItems, schema.items, detail));
  }
  if (items === undefined) return errors;
  if (items.type !== "object") {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, field.invalid(ofItems.child("type"), items.type ?? "", detail)];
  }
  keys.forEach((key, at) => {
    const type = propertySchema(items, key)?.type;
    if (propertySchema(items, key) === undefined)
      errors.push(field.invalid(place, keys, "entries must all be names of item properties"));
    else if (type === "array" || type === "object") {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(field.invalid(ofItems.child("properties").key(key).child("type"), items.type, detail));
    }
    if (keys.indexOf(key) < at) errors.push(field.invalid(place, keys, "must not contain duplicate entries"));
  });
  return errors;
}

function nullableErrors(path: field.Path, schema: CRDSchema, listType: string): FieldError[] {
  const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
  return itemsSchema(schema)?.nullable === true ? [field.forbidden(path.child("items").child("nullable"), detail)] : [];
}

function keyErrors(path: field.Path, schema: CRDSchema, keys: readonly string[]): FieldError[] {
  const items = itemsSchema(schema);
  return keys.flatMap((key) => {
    const property = items === undefined ? undefined : propertySchema(items, key);
    if (property === undefined) return [];
    const place = path.child("items").child("properties").key(key);
    const isGiven = items?.required?.includes(key) === true || schemaDefault(property) !== undefined;
    const needs = "so it must have a default or be a required property";
    return [
      ...(isGiven
        ? []
        : [field.required(place.child("default"), `this property is in x-kubernetes-list-map-keys, ${needs}`)]),
      ...(property.nullable === true
        ? [
            field.forbidden(
              place.child("nullable"),
              "this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
            ),
          ]
        : []),
    ];
  });
}

import { isNumberKind } from "../decode/number-kinds.js";
import { deduced, untyped, untypedAtom, untypedTypes } from "../structuredmerge/typed/schema-of-schemas.js";
import { resolved } from "../schema/resolve-shape.js";
import {
  shapeOf,
  type FieldShape,
  type SchemaShape,
  type StructureMarkers,
  type TypeSchema,
  type ValueShape,
} from "../schema/schema.js";
import { preservesUnknown, targetOf } from "../schema/preserve-unknown.js";
import type { JSONObject } from "../values/types.js";
import { setOwn } from "../json/values.js";

/** A schema for the merge engine (package structuredmerge). */
export interface MergeSchema {
  /** The schema as JSON, for `Parser`. */
  readonly document: JSONObject;
  readonly nameOf: (type: TypeSchema) => string;
}

/**
 * Returns the schema that the merge engine needs for types and for all types that they use. The
 * schema defines in which lists and maps each item can have a different manager. Source:
 * `schemaconv.ToSchemaFromOpenAPI` of kube-openapi, which reads OpenAPI documents.
 */
export function mergeSchemaOf(roots: readonly TypeSchema[]): MergeSchema {
  const translation = new Translation();
  for (const root of roots) translation.nameOf(root);
  return { document: translation.document(), nameOf: (type) => translation.nameOf(type) };
}

/** Translates each type once, because a type can occur in several fields and can contain itself. */
class Translation {
  readonly #names = new Map<TypeSchema, string>();
  readonly #types: JSONObject[] = [...untypedTypes];

  document(): JSONObject {
    return { types: this.#types };
  }

  nameOf(schema: TypeSchema): string {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    // Types of different packages can have the same name.
    const name = `${schema.name}#${String(this.#names.size)}`;
    this.#names.set(schema, name);
    const type: JSONObject = { name };
    this.#types.push(type);
    Object.assign(type, this.#typeOf(schema));
    return name;
  }

  #typeOf(schema: TypeSchema): JSONObject {
    const shape = shapeOf(schema);
    if (shape.value !== undefined) return this.#valueOf(shape.value, shape);
    const fields = shape.members === undefined ? Object.entries(shape.fields ?? {}) : unionFields(shape.members);
    return { map: this.#structOf(shape.gvk === undefined ? fields : fields.map(withOptionalKind), shape) };
  }

  #structOf(fields: readonly (readonly [string, FieldShape])[], shape: SchemaShape): JSONObject {
    const map: JSONObject = { fields: fields.map(([name, field]) => this.#fieldOf(name, field)) };
    // An object type without properties accepts any properties.
    if (fields.length === 0 || preservesUnknown(shape)) map["elementType"] = { namedType: deduced };
    const relationship = mapRelationship(shape);
    if (relationship !== undefined) map["elementRelationship"] = relationship;
    return map;
  }

  #fieldOf(name: string, field: FieldShape): JSONObject {
    const value = field.default ?? (field.optional === true || field.nullable === true ? undefined : zeroOf(field));
    return { name, type: this.#refOf(field, field), ...(value !== undefined && { default: value }) };
  }

  #refOf(value: ValueShape, markers: StructureMarkers): JSONObject {
    if (value.type !== "ref" && value.type !== "embedded") return this.#valueOf(value, markers);
    const ref: JSONObject = { namedType: this.nameOf(targetOf(value)) };
    const relationship = this.#overridden(value.to(), markers);
    if (relationship !== undefined) ref["elementRelationship"] = relationship;
    return ref;
  }

  /**
   * Returns the merge behaviour that the markers of a field set for the type of the field;
   * undefined without such markers. The markers of the field take precedence over the markers of
   * the type.
   */
  #overridden(type: TypeSchema, markers: StructureMarkers & Partial<Patched>): string | undefined {
    const isList = shapeOf(type).value?.type === "list";
    return isList ? listRelationship(markers)?.elementRelationship : mapRelationship(markers);
  }

  #valueOf(value: ValueShape, markers: StructureMarkers & Partial<Patched>): JSONObject {
    switch (value.type) {
      case "list":
        return { list: { elementType: this.#refOf(value.items, {}), ...(listRelationship(markers) ?? atomic) } };
      case "tuple":
        return { list: { elementType: { namedType: untyped }, ...atomic } };
      case "map": {
        const relationship = mapRelationship(markers);
        const map = { elementType: this.#refOf(value.values, {}) };
        return { map: relationship === undefined ? map : { ...map, elementRelationship: relationship } };
      }
      case "ref":
      case "embedded":
        return this.#typeOf(targetOf(value));
      default:
        return scalarOf(value);
    }
  }
}

/**
 * Returns the fields of all members of a union. A field of several members becomes untyped, unless
 * it is a scalar of the same type in all of them.
 */
function unionFields(members: NonNullable<SchemaShape["members"]>): readonly (readonly [string, FieldShape])[] {
  const fields: Record<string, FieldShape> = {};
  for (const member of Object.values(members))
    for (const [name, field] of Object.entries(shapeOf(member()).fields ?? {}))
      setOwn(fields, name, Object.hasOwn(fields, name) ? sharedField(fields[name] as FieldShape, field) : field);
  return Object.entries(fields);
}

interface Patched {
  readonly patchStrategy: readonly string[];
  readonly patchMergeKey: string;
}

const atomic = { elementRelationship: "atomic" };

/** Returns the merge behaviour that markers set for a list; undefined without such a marker. */
function listRelationship({
  listType,
  listMapKeys = [],
  patchStrategy = [],
  patchMergeKey,
}: StructureMarkers & Partial<Patched>): { elementRelationship: string; keys?: string[] } | undefined {
  if (listType === "map") return { elementRelationship: "associative", keys: [...listMapKeys] };
  if (listType !== undefined) return { elementRelationship: listType === "set" ? "associative" : "atomic" };
  if (!patchStrategy.includes("merge")) return undefined;
  return { elementRelationship: "associative", ...(patchMergeKey !== undefined && { keys: [patchMergeKey] }) };
}

/**
 * Returns the merge behaviour that markers set for a map or an object; undefined without a marker.
 */
function mapRelationship({ mapType, structType }: StructureMarkers): string | undefined {
  const type = mapType ?? structType;
  if (type === undefined) return undefined;
  return type === "atomic" ? "atomic" : "separable";
}

function scalarOf({ type }: ValueShape): JSONObject {
  switch (type) {
    case "boolean":
      return { scalar: "boolean" };
    case "string":
    case "bytes":
    case "Duration":
      return { scalar: "string" };
    case "Time":
    case "MicroTime":
    case "Quantity":
    case "IntOrString":
      return { scalar: "untyped" };
    case "any":
      return untypedAtom(deduced, "separable");
    case "RawExtension":
      return untypedAtom(untyped, "atomic");
    case "FieldsV1":
      return { map: { elementType: { namedType: deduced } } };
    default:
      return { scalar: "numeric" };
  }
}

/**
 * Makes the fields kind and apiVersion optional, as in Go, so that the schema declares no zero
 * value as their default.
 */
function withOptionalKind([name, field]: readonly [string, FieldShape]): readonly [string, FieldShape] {
  return name === "kind" || name === "apiVersion" ? [name, { ...field, optional: true }] : [name, field];
}

/**
 * Returns the zero value of a scalar, which Go writes for a required field without a value;
 * undefined for other types.
 */
function zeroOf(value: ValueShape): string | number | boolean | undefined {
  const { type } = resolved(value);
  if (type === "string") return "";
  if (type === "boolean") return false;
  return isNumberKind(type) ? 0 : undefined;
}

function sharedField(one: FieldShape, other: FieldShape): FieldShape {
  return one.type === other.type && one.type !== "ref" && one.type !== "list" && one.type !== "map"
    ? one
    : { type: "any" };
}

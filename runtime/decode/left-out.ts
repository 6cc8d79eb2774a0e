import { oncePer } from "../util/once-per.js";
import { selectedMember } from "../schema/resolve-shape.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import type { LeftOut } from "../operation/left-out.js";
import { getOwn, isInherited, ownMember } from "../json/values.js";
import { alignItems } from "./align-items.js";

/**
 * Function that returns the required properties that are missing in a parsed JSON value; undefined
 * if none are missing.
 * @param object the decoded value, which functions of the server may have changed
 */
type Pass = (value: unknown, object: unknown) => LeftOut | undefined;

const passOf = oncePer((schema: TypeSchema) => schemaPass(schema, schema.gvk === undefined ? none : typeMeta));
const passOfRoot = oncePer((schema: TypeSchema) => schemaPass(schema, exemptOfRoot));

/**
 * Returns the required properties that are missing in a parsed JSON object; undefined if none are
 * missing. A null property counts as missing unless it is nullable. The properties of a missing
 * object are not listed. `kind` and `apiVersion` of a type that is a kind, and `metadata` of the
 * root object, are never listed.
 * @param object the decoded object. Functions of the server may have moved items of its lists, so
 *   the indexes in the result refer to these lists. Default: the parsed value
 */
export function leftOutOf(schema: TypeSchema, value: unknown, object: unknown = value): LeftOut | undefined {
  return passOfRoot(schema)(value, object);
}

const typeMeta: ReadonlySet<string> = new Set(["kind", "apiVersion"]);
const exemptOfRoot: ReadonlySet<string> = new Set([...typeMeta, "metadata"]);

const none: ReadonlySet<string> = new Set();
const complete: Pass = () => undefined;

function schemaPass(schema: TypeSchema, exempt: ReadonlySet<string>): Pass {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return valuePass(shape.value) ?? complete;
  if (shape.discriminator !== undefined) return unionPass(schema, shape.discriminator);
  return objectPass(shape, exempt);
}

/**
 * Returns the function that finds missing properties in values of a type. Returns undefined if
 * values of the type contain no objects of a known type.
 */
function valuePass(shape: ValueShape): Pass | undefined {
  switch (shape.type) {
    case "ref":
    case "embedded":
      // The function is looked up when it is first called, because a type can refer to itself.
      return (value, object) => passOf(shape.to())(value, object);
    case "list":
      return listPass(valuePass(shape.items));
    case "map":
      return mapPass(valuePass(shape.values));
    case "tuple":
      return tuplePass(shape.items.map(valuePass));
    default:
      return undefined;
  }
}

interface Property {
  readonly name: string;
  readonly isInherited: boolean;
  readonly isRequired: boolean;
  /** True if null is a valid value of the property. */
  readonly isNullable: boolean;
  readonly pass: Pass | undefined;
}

function objectPass(shape: SchemaShape, exempt: ReadonlySet<string>): Pass {
  const isRoot = exempt === exemptOfRoot;
  const properties = Object.entries(shape.fields ?? {})
    .map(([name, value]): Property => ({
      name,
      isInherited: isInherited(name),
      isRequired: value.optional !== true && !exempt.has(name),
      isNullable: value.nullable === true,
      // The metadata of the root object is skipped, because the server validates it separately.
      pass: isRoot && name === "metadata" ? undefined : valuePass(value),
    }))
    .filter(({ isRequired, pass }) => isRequired || pass !== undefined);
  // Often, the same properties are missing in all items of a list. Such items share one result.
  let last: LeftOut | undefined;

  return (value, object) => {
    if (typeof value !== "object" || Array.isArray(value)) return undefined;
    const source = (value ?? {}) as Readonly<Record<string, unknown>>;
    let names: string[] | undefined;
    let below: Map<string, LeftOut> | undefined;
    for (const { name, isInherited, isRequired, isNullable, pass } of properties) {
      const child = isInherited ? getOwn(source, name) : source[name];
      if (child === undefined || (child === null && !isNullable)) {
        if (isRequired) (names ??= []).push(name);
      } else if (pass !== undefined) {
        const found = pass(child, ownMember(object, name));
        if (found !== undefined) (below ??= new Map<string, LeftOut>()).set(name, found);
      }
    }
    if (below !== undefined) return { names: names ?? [], below };
    if (names === undefined) return undefined;
    if (last === undefined || !isSame(last.names, names)) last = { names };
    return last;
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function unionPass(schema: TypeSchema, discriminator: string): Pass {
  const withoutDiscriminator: LeftOut = { names: [discriminator] };
  return (value, object) => {
    if (typeof value !== "object" || Array.isArray(value)) return undefined;
    const tag = value === null ? undefined : getOwn(value as Readonly<Record<string, unknown>>, discriminator);
    if (tag === undefined || tag === null) return withoutDiscriminator;
    const member = selectedMember(schema, value);
    return member === undefined ? undefined : passOf(member)(value, object);
  };
}

function listPass(item: Pass | undefined): Pass | undefined {
  if (item === undefined) return undefined;
  return (value, object) => {
    if (!Array.isArray(value)) return undefined;
    const items: readonly unknown[] = Array.isArray(object) ? object : value;
    return itemsOf(items === value ? value : alignItems(value, items), items, () => item);
  };
}

function tuplePass(items: readonly (Pass | undefined)[]): Pass | undefined {
  if (items.every((item) => item === undefined)) return undefined;
  return (value, object) => {
    if (!Array.isArray(value)) return undefined;
    return itemsOf(value, Array.isArray(object) ? object : value, (index) => items[index]);
  };
}

/**
 * Returns the required properties that are missing in list items; undefined if none are missing.
 * @param list for each item in `items`, the item that the client sent; undefined if it was not sent
 * @param items list in the decoded object
 */
function itemsOf(
  list: readonly unknown[],
  items: readonly unknown[],
  passAt: (index: number) => Pass | undefined,
): LeftOut | undefined {
  let below: (LeftOut | undefined)[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const sent = list[index];
    const found = sent === undefined ? undefined : passAt(index)?.(sent, items[index]);
    if (found !== undefined) below ??= new Array<LeftOut | undefined>(index).fill(undefined);
    below?.push(found);
  }
  return below && { names: [], below };
}

function mapPass(values: Pass | undefined): Pass | undefined {
  if (values === undefined) return undefined;
  return (value, object) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    let below: Map<string, LeftOut> | undefined;
    for (const key in value) {
      const found = values((value as Readonly<Record<string, unknown>>)[key], ownMember(object, key));
      if (found !== undefined) (below ??= new Map<string, LeftOut>()).set(key, found);
    }
    return below && { names: [], below };
  };
}

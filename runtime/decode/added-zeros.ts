import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { semanticEqual } from "../validate/semantic-equal.js";
import { getOwn, setOwn } from "../json/values.js";
import { alignItems } from "./align-items.js";
import { hasProperties, isEmpty, isObject, isZeroLeaf } from "./zero-values.js";

/** A value of an object, with the value that the client sent and the value before the update. */
interface Part {
  /** The value in the client's JSON; undefined if the client did not send it. */
  readonly sent: unknown;
  readonly value: unknown;
  /** The value before an update; undefined if it is unknown. */
  readonly old: unknown;
}

interface Rest {
  readonly value: unknown;
  readonly old: unknown;
  /** True if the value is the zero of its type. */
  readonly isZero: boolean;
}

type Branch = Readonly<Record<string, unknown>>;

/**
 * Returns an object without the zeros of optional properties that the client did not send. The
 * conversion from the hub adds such a zero if the hub requires the property. If the old object has
 * the same zero, the zero is removed from both objects. The update then does not change the
 * property. Otherwise, a client that patches an object would send the zeros that the server has
 * added. Neither argument is mutated. If nothing is removed from an object, the object itself is
 * returned.
 * @param sent parsed JSON of the client
 */
export function withoutAddedZeros<T extends object>(
  schema: TypeSchema,
  sent: unknown,
  value: T,
  old: T | undefined,
): { readonly value: T; readonly old: T | undefined } {
  return ofSchema(schema, { sent, value, old }) as { value: T; old: T | undefined };
}

function ofSchema(schema: TypeSchema, part: Part): Rest {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return ofValue(shape.value, part);
  if (!isObject(part.value)) return { ...part, isZero: false };
  if (shape.discriminator === undefined) return ofObject(shape, part, part.value);
  const tag = getOwn(part.value, shape.discriminator);
  const member = typeof tag === "string" ? getOwn(shape.members ?? {}, tag) : undefined;
  if (typeof member !== "function") return { ...part, isZero: tag === "" };
  return { ...ofSchema((member as () => TypeSchema)(), part), isZero: false };
}

function ofValue(shape: ValueShape, part: Part): Rest {
  const { value } = part;
  if (value === null) return { ...part, isZero: false };
  if (!hasProperties(shape)) return { ...part, isZero: isZeroLeaf(shape, value) };
  switch (shape.type) {
    case "list":
      return Array.isArray(value) ? ofList(shape.items, part, value) : { ...part, isZero: false };
    case "map":
      return isObject(value) ? ofMap(shape.values, part, value) : { ...part, isZero: false };
    default:
      return ofSchema(shape.to(), part);
  }
}

function ofObject(shape: SchemaShape, { sent, old }: Part, value: Branch): Rest {
  const left = createCopies(value, old);
  let isZero = true;
  for (const name of Object.keys(value)) {
    const field = getOwn(shape.fields ?? {}, name) as (ValueShape & { readonly optional?: true }) | undefined;
    // Most properties have no properties of their own, and are not zero.
    if (field === undefined || (!hasProperties(field) && !isZeroLeaf(field, value[name]))) {
      isZero = false;
      continue;
    }
    const part = { sent: memberOf(sent, name), value: value[name], old: memberOf(old, name) };
    const rest = ofValue(field, part);
    if (field.optional === true && rest.isZero) {
      const isOld = part.old !== undefined && semanticEqual(part.value, part.old);
      if (isOld || part.sent === undefined || part.sent === null) {
        left.remove(name, isOld);
        continue;
      }
    }
    isZero &&= rest.isZero;
    left.set(name, part, rest);
  }
  return { ...left.result(), isZero };
}

function ofMap(values: ValueShape, { sent, old }: Part, value: Branch): Rest {
  const left = createCopies(value, old);
  for (const key of Object.keys(value)) {
    const part = { sent: memberOf(sent, key), value: value[key], old: memberOf(old, key) };
    left.set(key, part, ofValue(values, part));
  }
  return { ...left.result(), isZero: isEmpty(value) };
}

function ofList(itemShape: ValueShape, { sent, old }: Part, value: readonly unknown[]): Rest {
  const sentItems = Array.isArray(sent) ? alignItems(sent, value) : [];
  const oldItems = Array.isArray(old) ? alignItems(old, value) : [];
  const changed = new Map<unknown, unknown>();
  const items = value.map((item, index) => {
    const before = oldItems[index];
    const rest = ofValue(itemShape, { sent: sentItems[index], value: item, old: before });
    if (rest.old !== before) changed.set(before, rest.old);
    return rest.value;
  });
  return {
    value: items.every((item, index) => item === value[index]) ? value : items,
    old: changed.size === 0 ? old : (old as readonly unknown[]).map((item) => changed.get(item) ?? item),
    isZero: value.length === 0,
  };
}

/**
 * The copies from which zeros are removed, made before the first removal: a copy of the object and
 * a copy of the old object.
 */
interface Copies {
  remove(name: string, fromOld: boolean): void;
  set(name: string, part: Part, rest: Rest): void;
  result(): { readonly value: unknown; readonly old: unknown };
}

function createCopies(value: Branch, old: unknown): Copies {
  let newValue: Record<string, unknown> | undefined;
  let newOld: Record<string, unknown> | undefined;
  return {
    remove(name, fromOld) {
      newValue ??= { ...value };
      Reflect.deleteProperty(newValue, name);
      if (!fromOld || !isObject(old)) return;
      newOld ??= { ...old };
      Reflect.deleteProperty(newOld, name);
    },
    set(name, part, rest) {
      if (rest.value !== part.value) setOwn((newValue ??= { ...value }), name, rest.value);
      if (rest.old !== part.old && isObject(old)) setOwn((newOld ??= { ...old }), name, rest.old);
    },
    result: () => ({ value: newValue ?? value, old: newOld ?? old }),
  };
}

function memberOf(object: unknown, name: string): unknown {
  return isObject(object) ? getOwn(object, name) : undefined;
}

import { selectedMember } from "../schema/resolve-shape.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { semanticEqual } from "../schema/semantic-equal.js";
import { getOwn, setOwn, isObject, ownMember } from "../json/values.js";
import { alignItems } from "./align-items.js";
import { hasProperties, isEmptyObject, isZeroLeaf, interfaceProperties } from "./zero-values.js";

/**
 * A value inside an object, with the corresponding values in the client's JSON and in the old
 * object.
 */
interface Part {
  /** The value in the client's JSON; undefined if the client did not send it. */
  readonly sent: unknown;
  readonly value: unknown;
  /** The value before an update; undefined for a new value. */
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
 * Removes zeros of optional properties that the client did not send. The conversion from the hub
 * adds such a zero if the hub requires the property. Without the removal, the zero would look like
 * a value that the client has set.
 * If the old object has the same zero, the zero is removed from both objects, so the update does
 * not change the property. This is done even if the client sent the zero, because a client that
 * patches an object sends the zeros that the server has added.
 * Arguments are not mutated. An object from which nothing is removed is returned itself.
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

/** Returns the result for a value from which nothing is removed. */
function whole({ value, old }: Part, isZero: boolean): Rest {
  return { value, old, isZero };
}

function ofSchema(schema: TypeSchema, part: Part): Rest {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return ofValue(shape.value, part);
  if (!isObject(part.value)) return whole(part, false);
  if (shape.discriminator === undefined) return ofObject(shape, part, part.value);
  const member = selectedMember(schema, part.value);
  if (member === undefined) return whole(part, getOwn(part.value, shape.discriminator) === "");
  const { value, old } = ofSchema(member, part);
  return { value, old, isZero: false };
}

function ofValue(shape: ValueShape, part: Part): Rest {
  const { value } = part;
  if (value === null) return whole(part, false);
  if (!hasProperties(shape)) return whole(part, isZeroLeaf(shape, value));
  switch (shape.type) {
    case "list":
      return Array.isArray(value) ? ofList(shape.items, part, value) : whole(part, false);
    case "map":
      return isObject(value) ? ofMap(shape.values, part, value) : whole(part, false);
    default:
      return ofSchema(shape.to(), part);
  }
}

function ofObject(shape: SchemaShape, { sent, old }: Part, value: Branch): Rest {
  const properties = interfaceProperties(shape);
  const left = new Copies(value, old);
  let isZero = true;
  for (const name in value) {
    const property = properties.get(name);
    const child = value[name];
    // Fast path: most properties contain no nested objects and are not zero.
    if (property === undefined || (!property.hasProperties && !isZeroLeaf(property.shape, child))) {
      isZero = false;
      continue;
    }
    const part = { sent: ownMember(sent, name), value: child, old: ownMember(old, name) };
    const rest = ofValue(property.shape, part);
    if (property.isOptional && rest.isZero) {
      const isOld = part.old !== undefined && semanticEqual(part.value, part.old);
      if (isOld || part.sent === undefined || part.sent === null) {
        left.remove(name, isOld);
        continue;
      }
    }
    isZero &&= rest.isZero;
    left.set(name, part, rest);
  }
  return left.rest(isZero);
}

function ofMap(values: ValueShape, { sent, old }: Part, value: Branch): Rest {
  const left = new Copies(value, old);
  for (const key of Object.keys(value)) {
    const part = { sent: ownMember(sent, key), value: value[key], old: ownMember(old, key) };
    left.set(key, part, ofValue(values, part));
  }
  return left.rest(isEmptyObject(value));
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
 * Copies of an object and of the old object, from which zeros are removed. Each copy is made at the
 * first change.
 */
class Copies {
  readonly #value: Branch;
  readonly #old: unknown;
  #newValue: Record<string, unknown> | undefined;
  #newOld: Record<string, unknown> | undefined;

  constructor(value: Branch, old: unknown) {
    this.#value = value;
    this.#old = old;
  }

  remove(name: string, fromOld: boolean): void {
    Reflect.deleteProperty((this.#newValue ??= { ...this.#value }), name);
    if (fromOld && isObject(this.#old)) Reflect.deleteProperty((this.#newOld ??= { ...this.#old }), name);
  }

  set(name: string, part: Part, rest: Rest): void {
    if (rest.value !== part.value) setOwn((this.#newValue ??= { ...this.#value }), name, rest.value);
    if (rest.old !== part.old && isObject(this.#old)) setOwn((this.#newOld ??= { ...this.#old }), name, rest.old);
  }

  rest(isZero: boolean): Rest {
    return { value: this.#newValue ?? this.#value, old: this.#newOld ?? this.#old, isZero };
  }
}

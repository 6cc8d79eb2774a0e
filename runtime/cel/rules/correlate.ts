import { getOwn, isBranch, jsonEqual } from "../../json/values.js";
import type { JSONInput } from "../values/value.js";
import type { CELRuleSchema } from "../types/rule.js";

type Branch = Readonly<Record<string, JSONInput>>;

/** Returns a value as an object; undefined for a value that is not an object. */
export function asBranch(value: JSONInput): Branch | undefined {
  return isBranch(value) && !Array.isArray(value) ? value : undefined;
}

/** Returns a value as a list; undefined for a value that is not a list. */
export function asItems(value: JSONInput): readonly JSONInput[] | undefined {
  return Array.isArray(value) ? (value as readonly JSONInput[]) : undefined;
}

/**
 * The items of a list before an update, by the values of their key properties. Contains no items if
 * the list has no keys.
 */
export class OldItems {
  readonly #items = new Map<string, Branch>();
  readonly #keys: readonly string[];

  constructor(schema: CELRuleSchema, old: readonly JSONInput[] | undefined) {
    const isMap = schema.type === "array" && schema["x-kubernetes-list-type"] === "map";
    this.#keys = isMap ? (schema["x-kubernetes-list-map-keys"] ?? []) : [];
    for (const item of this.#keys.length === 0 ? [] : (old ?? [])) {
      const key = this.#keyOf(item);
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item as Branch);
    }
  }

  /**
   * Returns the old item whose key properties equal those of the given item; undefined if there is
   * none.
   */
  get(item: JSONInput): Branch | undefined {
    const key = this.#items.size === 0 ? undefined : this.#keyOf(item);
    return key === undefined ? undefined : this.#items.get(key);
  }

  /**
   * Returns the values of an item's key properties as a string; undefined if a key property is
   * missing or is not a scalar, or if the item is not an object.
   */
  #keyOf(item: JSONInput): string | undefined {
    const branch = asBranch(item);
    if (branch === undefined) return undefined;
    const parts: string[] = [];
    for (const name of this.#keys) {
      const value = getOwn(branch, name);
      if (!isScalar(value)) return undefined;
      parts.push(`${typeof value === "bigint" ? "number" : typeof value} ${String(value)}`);
    }
    return JSON.stringify(parts);
  }
}

function isScalar(value: JSONInput): value is string | number | bigint | boolean {
  return ["string", "number", "bigint", "boolean"].includes(typeof value);
}

/**
 * A value after an update, and the value before the update at the same path (Go: CorrelatedObject).
 */
export class Correlated {
  readonly #value: JSONInput;
  readonly #old: JSONInput;
  readonly #schema: CELRuleSchema;
  readonly #children = new Map<string | number, Correlated>();
  #oldItems: OldItems | undefined;
  #isEqual: boolean | undefined;

  constructor(value: JSONInput, old: JSONInput, schema: CELRuleSchema) {
    this.#value = value ?? null;
    this.#old = old ?? null;
    this.#schema = schema;
  }

  /**
   * Reports whether the update did not change the value. A value with properties that the schema
   * does not declare counts as changed.
   */
  isUnchanged(): boolean {
    return (this.#isEqual ??= this.#compare());
  }

  key(name: string): Correlated | undefined {
    const [old, value] = [asBranch(this.#old), asBranch(this.#value)];
    if (old === undefined || value === undefined || !Object.hasOwn(old, name) || !Object.hasOwn(value, name))
      return undefined;
    const { properties = {}, additionalProperties } = this.#schema;
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return typeof own === "object" ? this.#child(name, value[name], old[name], own) : undefined;
  }

  /**
   * Returns an item of a list and the old item with the same keys; undefined if the list has no
   * keys, or if no old item has the same keys.
   */
  index(index: number): Correlated | undefined {
    const [old, value] = [asItems(this.#old), asItems(this.#value)];
    const { items } = this.#schema;
    if (old === undefined || value === undefined || index >= value.length) return undefined;
    if (this.#schema["x-kubernetes-list-type"] !== "map") return undefined;
    this.#oldItems ??= new OldItems(this.#schema, old);
    const oldItem = this.#oldItems.get(value[index]);
    if (oldItem === undefined || items === undefined || Array.isArray(items)) return undefined;
    return this.#child(index, value[index], oldItem, items as CELRuleSchema);
  }

  #child(place: string | number, value: JSONInput, old: JSONInput, schema: CELRuleSchema): Correlated {
    let child = this.#children.get(place);
    if (child === undefined) this.#children.set(place, (child = new Correlated(value, old, schema)));
    return child;
  }

  #compare(): boolean {
    const [list, oldList] = [asItems(this.#value), asItems(this.#old)];
    if (list !== undefined && oldList !== undefined) return this.#compareLists(list, oldList);
    const [branch, oldBranch] = [asBranch(this.#value), asBranch(this.#old)];
    if (branch !== undefined && oldBranch !== undefined) return this.#compareObjects(branch, oldBranch);
    return jsonEqual(this.#value, this.#old);
  }

  #compareLists(list: readonly JSONInput[], old: readonly JSONInput[]): boolean {
    if (list.length !== old.length) return false;
    for (let index = 0; index < list.length; index++) {
      const child = this.index(index);
      if (child === undefined) return this.#oldItems === undefined && jsonEqual(list, old);
      if (!child.isUnchanged()) return false;
    }
    return true;
  }

  #compareObjects(branch: Branch, old: Branch): boolean {
    const names = Object.keys(branch);
    return names.length === Object.keys(old).length && names.every((name) => this.key(name)?.isUnchanged() === true);
  }
}

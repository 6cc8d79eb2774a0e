import { isObject, getOwn } from "../../json/values.js";
import type { ErrorType } from "../../field/error.js";
import { activeRules, rulesOfKind } from "./active.js";
import { wrongChanges } from "./changed-values.js";
import { isSelectedItem } from "./items.js";
import { originOfErrors } from "./format-samples.js";
import { isPrimitive } from "../../rules/value.js";
import { typeRules } from "../../rules/type-rules.js";
import { itemOf, keyValue, mapValueOf } from "../../validator/values.js";
import type { TypeSchema } from "../../schema/schema.js";
import { rulesOfType, type Options, type TestedRule, type TestedRuleOf, type Rules } from "./of-type.js";
import { violates } from "./scalar.js";
import {
  filledOf,
  isPropertySet,
  isSet,
  kindZero,
  propertyOf,
  type Nested,
  type ObjectValues,
  type Property,
} from "./value.js";
import { wrongValues, type TestedValue } from "./wrong-values.js";

/** An object that violates one rule, and the error that validation must return for it. */
export interface ViolatingObject {
  /** Path, kind and variant of the violated rule: `spec.slices: maximum`. */
  readonly rule: string;
  readonly object: unknown;
  /** The object before an update; undefined if the object is created. */
  readonly oldObject?: unknown;
  readonly types: readonly ErrorType[];
  /** Origin of the error (Go: field.Error.Origin); undefined if the error has none. */
  readonly origin: string | undefined;
  /** Path of the error, with `[*]` instead of indexes and keys. */
  readonly field: string;
  /** States of the options on which the rule depends. */
  readonly options: Options;
}

/** Rules that apply to values of one object, and objects that violate these rules. */
export interface Violations {
  /** Names of the rules that apply to a value of the object: `spec.slices: maximum`. */
  readonly reached: readonly string[];
  readonly found: readonly ViolatingObject[];
}

/** A value inside an object, and its location. */
interface Place extends TestedValue {
  readonly field: string;
  /**
   * Returns a copy of the whole object in which the value is replaced. If `value` is undefined, the
   * property is removed.
   */
  readonly replace: (value: unknown) => unknown;
  /** Returns the values that another object has at the same path, in any item or entry. */
  readonly find: (object: unknown) => readonly unknown[];
  /** Names of the list keys, if the value is an item of a keyed list. */
  readonly keys: readonly string[];
  /**
   * True if the value must not be changed by an update, because the change would violate a rule of
   * a value that contains it, or would make the value another list item.
   */
  readonly isFrozen: boolean;
  /**
   * Text after the name of a rule that distinguishes values with the same path: ` (not the first)`.
   */
  readonly suffix: string;
}

/**
 * Returns objects made from a valid object of a type, each of which violates one rule.
 *
 * @param donors valid objects, whose values can be copied into other objects
 */
export function violatingObjects(object: unknown, schema: TypeSchema, donors: readonly unknown[] = []): Violations {
  const reached: string[] = [];
  const found: ViolatingObject[] = [];
  const root: Place = {
    field: "",
    value: object,
    of: typeRules(schema).value,
    isProperty: false,
    replace: (value) => value,
    find: (other) => [other],
    keys: [],
    isFrozen: false,
    suffix: "",
  };
  visit(rulesOfType(schema), root, {}, []);
  return { reached, found };

  /** @param outer rules of the same value that are not in `some` */
  function visit(some: Rules, place: Place, options: Options, outer: Rules): void {
    const all = [...outer, ...some];
    for (const rule of some) visitOne(rule, place, options, all);
  }

  function visitOne(rule: TestedRule, place: Place, options: Options, all: Rules): void {
    if (rule.kind === "type") visit(rulesOfType(rule.to), place, options, all);
    else if (rule.kind === "option") visit(rule.rules, place, { ...options, [rule.option]: rule.enabled }, all);
    else if (rule.kind === "mode") visitMode(rule, place, options);
    else if ("rules" in rule) for (const inner of placesOf(rule, place, all)) visit(rule.rules, inner, options, []);
    else add(rule, place, options, all);
    if (rule.kind !== "oneOf" || !isObject(place.value)) return;
    const tag = place.value[rule.discriminator];
    for (const [value, member] of rule.members)
      if (value === tag) visit(rulesOfType(member), { ...place, of: typeRules(member).value }, options, all);
  }

  /**
   * Applies the rules for the discriminator's current value. If the value has no rules, the
   * property must be unset.
   */
  function visitMode(rule: TestedRuleOf<"mode">, place: Place, options: Options): void {
    if (!isObject(place.value)) return;
    const mode = place.value[rule.discriminator] ?? kindZero(propertyOf(place.of, rule.discriminator).of.kind);
    const inner = fieldIn(place, place.value, rule.name);
    const own = rule.cases.find(({ value }) => value === mode);
    visit(own?.rules ?? [{ kind: "forbidden" }], { ...inner, suffix: ` (mode ${String(mode)})` }, options, []);
  }

  function add(rule: TestedRule, place: Place, options: Options, all: Rules): void {
    const name = `${withoutIndexes(place.field)}: ${rule.kind}`;
    if (place.value !== undefined || presences.has(rule.kind)) reached.push(name);
    if (rule.kind === "update") {
      addChanges(rule, place, options, all);
      return;
    }
    const donor = (property: Property): unknown =>
      donated(donors, place, property) ?? (isPrimitive(property.of.kind) ? filledOf(property.of.kind) : undefined);
    const wrong = wrongValues(rule, place, donor);
    const others = activeRules(all, options).filter((other) => other !== rule);
    const alone = wrong.filter(({ value }) => !others.some((other) => violates(other, value, options)));
    for (const { value, types, at, variant } of alone.length > 0 ? alone : wrong) {
      if (isUnset(value, place, all) && !presences.has(rule.kind)) continue;
      const field = withoutIndexes(at === undefined ? place.field : joined(place.field, at));
      const text = variant === undefined ? name : `${name} (${variant})`;
      const origin = originOfErrors(rule);
      found.push({ rule: text + place.suffix, object: place.replace(value), types, origin, field, options });
    }
  }

  function addChanges(rule: TestedRuleOf<"update">, place: Place, options: Options, all: Rules): void {
    if (place.isFrozen) return;
    const isOptional = all.some(({ kind }) => kind === "optional");
    for (const { before, after, below = "", type, variant } of wrongChanges(rule, { ...place, isOptional }))
      found.push({
        rule: `${withoutIndexes(place.field)}: ${rule.only}${variant === undefined ? "" : ` (${variant})`}${place.suffix}`,
        object: place.replace(after),
        oldObject: place.replace(before),
        types: [type],
        origin: originOfErrors(rule),
        field: withoutIndexes(place.field) + below,
        options,
      });
  }
}

const presences: ReadonlySet<TestedRule["kind"]> = new Set(["required", "present", "forbidden"] as const);

/**
 * Returns a value of the property at the same path in another object; undefined if no object has
 * one.
 */
function donated(donors: readonly unknown[], { find }: Place, property: Property): unknown {
  for (const donor of donors)
    for (const parent of find(donor))
      if (isObject(parent) && isPropertySet(parent, property)) return parent[property.name];
  return undefined;
}

/** Reports whether a value counts as unset, so that only rules about presence apply to it. */
function isUnset(value: unknown, { of }: Place, rules: Rules): boolean {
  return rules.some(({ kind }) => kind === "required" || kind === "optional") && !isSet(value, of);
}

/**
 * Returns the values inside a value to which the nested rules of a rule apply. From a list or map,
 * only the first and the last item or entry are returned.
 *
 * @param all all rules of the value
 */
function placesOf(rule: Nested, place: Place, all: Rules): readonly Place[] {
  const { value } = place;
  const isFrozen = place.isFrozen || isFixed(all);
  switch (rule.kind) {
    case "subfield":
      return isObject(value) ? [{ ...fieldIn(place, value, rule.name), isFrozen }] : [];
    case "items":
      return Array.isArray(value)
        ? ends(value.length).map(([at, suffix]) => ({ ...itemIn(place, value, at, all), suffix }))
        : [];
    case "item": {
      const at = Array.isArray(value) ? value.findIndex((item) => isSelectedItem(item, rule.where)) : -1;
      if (!Array.isArray(value) || at < 0) return [];
      return [{ ...itemIn(place, value, at, all), suffix: ` (item ${JSON.stringify(rule.where)})` }];
    }
    case "values": {
      const names = isObject(value) ? Object.keys(value) : [];
      if (!isObject(value)) return [];
      return ends(names.length).map(([at, suffix]) => ({
        ...entryOf(place, value, names[at] ?? ""),
        isFrozen,
        suffix,
      }));
    }
    case "keys": {
      const entries = isObject(value) ? Object.entries(value) : [];
      return ends(entries.length).map(([at, suffix]) => ({ ...keyOf(place, entries, at), suffix }));
    }
    case "option":
      return [place];
  }
}

/**
 * Returns the first and the last index of a list, each with the suffix for the name of the rule.
 */
function ends(length: number): readonly (readonly [number, string])[] {
  if (length === 0) return [];
  return length === 1
    ? [[0, ""]]
    : [
        [0, ""],
        [length - 1, " (not the first)"],
      ];
}

/** Reports whether a rule restricts updates of the value. */
function isFixed(rules: Rules): boolean {
  return activeRules(rules, {}).some(({ kind }) => kind === "update");
}

function fieldIn(place: Place, object: ObjectValues, name: string): Place {
  return {
    ...place,
    of: propertyOf(place.of, name).of,
    isProperty: true,
    field: joined(place.field, name),
    value: getOwn(object, name),
    keys: [],
    isFrozen: place.isFrozen || place.keys.includes(name),
    find: (other) => place.find(other).flatMap((parent) => (isObject(parent) ? [parent[name]] : [])),
    replace(value) {
      const copy: ObjectValues = { ...object, [name]: value };
      if (value === undefined) Reflect.deleteProperty(copy, name);
      return place.replace(copy);
    },
  };
}

function itemIn(place: Place, list: readonly unknown[], at: number, rules: Rules): Place {
  const active = activeRules(rules, {});
  const [unique] = rulesOfKind(active, "unique");
  return {
    ...place,
    field: `${place.field}[*]`,
    value: list[at],
    of: itemOf(place.of),
    isProperty: false,
    keys: unique?.keys ?? [],
    // An item of a list without list keys counts as another item if it changes.
    isFrozen: place.isFrozen || isFixed(rules) || unique?.keys === undefined,
    find: (other) => place.find(other).flatMap((one): readonly unknown[] => (Array.isArray(one) ? one : [])),
    replace: (value) => place.replace([...list.slice(0, at), value, ...list.slice(at + 1)]),
  };
}

function entryOf(place: Place, map: ObjectValues, key: string): Place {
  return {
    ...place,
    field: `${place.field}[*]`,
    value: map[key],
    of: mapValueOf(place.of),
    isProperty: false,
    keys: [],
    find: (other) => place.find(other).flatMap((one) => (isObject(one) ? Object.values(one) : [])),
    replace: (one) => place.replace({ ...map, [key]: one }),
  };
}

/** Returns a key of a map as a value. An error of the key has the path of the map. */
function keyOf(place: Place, entries: readonly (readonly [string, unknown])[], at: number): Place {
  return {
    ...place,
    value: entries[at]?.[0],
    of: keyValue(place.of),
    isProperty: false,
    isFrozen: true,
    replace: (key) =>
      place.replace(Object.fromEntries(entries.map(([name, one], index) => [index === at ? String(key) : name, one]))),
  };
}

/** Replaces the indexes and keys in a field path by `*`. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[[^\]]*\]/g, "[*]");
}

/** Returns the path of a property of the value at a path. */
export function joined(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`;
}

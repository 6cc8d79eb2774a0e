import type { ErrorType } from "../../field/error.js";
import { activeRules, rulesOfKind } from "./active.js";
import { wrongChanges } from "./changed-values.js";
import { isSelectedItem } from "./items.js";
import { originOfErrors } from "./origins.js";
import type { Options, TestedProperty, TestedRule, TestedRuleOf, Rules } from "./rule.js";
import { violates } from "./scalar.js";
import { filledOf, isSetProperty, isValues, kindZero, type ObjectValues } from "./value.js";
import { wrongValues } from "./wrong-values.js";

/** An object that violates one rule, and the error that validation must return for it. */
export interface ViolatingObject {
  /** The rule, its place and the kind of violation: `spec.slices: maximum`. */
  readonly rule: string;
  readonly object: unknown;
  /** The object before an update; undefined if the object is created. */
  readonly oldObject?: unknown;
  readonly types: readonly ErrorType[];
  /** Origin of the error, if it has one. */
  readonly origin: string | undefined;
  /** Path of the error. Indexes and keys are written as `[*]`. */
  readonly field: string;
  /** The options on which the rule depends. */
  readonly options: Options;
}

/** The rules and violations that were found in one object. */
export interface Violations {
  /** Names of the rules for which the object has a value: `spec.slices: maximum`. */
  readonly reached: readonly string[];
  readonly found: readonly ViolatingObject[];
}

/** The place of a value inside an object. */
interface Place {
  readonly field: string;
  readonly value: unknown;
  readonly property: TestedProperty | undefined;
  /**
   * Returns a copy of the whole object with another value in this place. Undefined removes the
   * property.
   */
  readonly replace: (value: unknown) => unknown;
  /** Returns the values at the same place in another object. */
  readonly find: (object: unknown) => readonly unknown[];
  /** Properties that identify the value in its list. */
  readonly keys: readonly string[];
  /**
   * True if the value must not change: a change would violate a rule of a value around it, or make
   * the value another item.
   */
  readonly isFrozen: boolean;
  /** Words after the name of a rule that distinguish one of several places: ` (last)`. */
  readonly suffix: string;
}

/**
 * Returns objects that violate one rule each, made from an object that breaks no rules.
 *
 * @param donors objects that break no rules, whose values can be used in other objects
 */
export function violatingObjects(object: unknown, rules: Rules, donors: readonly unknown[] = []): Violations {
  const reached: string[] = [];
  const found: ViolatingObject[] = [];
  const root: Place = {
    field: "",
    value: object,
    property: undefined,
    replace: (value) => value,
    find: (other) => [other],
    keys: [],
    isFrozen: false,
    suffix: "",
  };
  visit(rules, root, {}, []);
  return { reached, found };

  /** @param outer other rules of the same value */
  function visit(some: Rules, place: Place, options: Options, outer: Rules): void {
    const all = [...outer, ...some];
    for (const rule of some) visitOne(rule, place, options, all);
  }

  function visitOne(rule: TestedRule, place: Place, options: Options, all: Rules): void {
    if (rule.kind === "type") visit(rule.rules(), place, options, all);
    else if (rule.kind === "option") visit(rule.rules, place, { ...options, [rule.option]: rule.enabled }, all);
    else if (rule.kind === "mode") visitMode(rule, place, options);
    else if ("rules" in rule) for (const inner of placesOf(rule, place, all)) visit(rule.rules, inner, options, []);
    else add(rule, place, options, all);
    if (rule.kind !== "oneOf" || !isValues(place.value)) return;
    const tag = place.value[rule.discriminator];
    for (const member of rule.members) if (member.value === tag) visit(member.rules(), place, options, all);
  }

  /** Visits the rules of the current mode. If the mode has no rules, the property is forbidden. */
  function visitMode(rule: TestedRuleOf<"mode">, place: Place, options: Options): void {
    if (!isValues(place.value)) return;
    const mode = place.value[rule.discriminator.name] ?? kindZero(rule.discriminator.of);
    const inner = propertyOf(place, place.value, rule.property);
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
    const donor = (property: TestedProperty): unknown =>
      donated(donors, place, property) ?? (simpleKinds.has(property.of) ? filledOf(property.of) : undefined);
    const wrong = wrongValues(rule, place.value, place.property, donor);
    const others = activeRules(all, options).filter((other) => other !== rule && other.kind !== "syntax");
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
    for (const { before, after, below = "", type, variant } of wrongChanges(rule, place.value, {
      ...place,
      isOptional,
    }))
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

/** Kinds of values that can be changed without a value from another object. */
const simpleKinds: ReadonlySet<TestedProperty["of"]> = new Set(["string", "bool", "int", "float", "bytes"] as const);

/** Returns a value of the same property from another object; undefined if there is none. */
function donated(donors: readonly unknown[], { find }: Place, property: TestedProperty): unknown {
  for (const donor of donors)
    for (const parent of find(donor))
      if (isValues(parent) && isSetProperty(parent[property.name], property)) return parent[property.name];
  return undefined;
}

/** Reports whether a value counts as unset, so that only the rules about presence apply to it. */
function isUnset(value: unknown, { property }: Place, rules: Rules): boolean {
  const decides = rules.some(({ kind }) => kind === "required" || kind === "optional");
  return decides && property !== undefined && !isSetProperty(value, property);
}

type Nested = Extract<TestedRule, { readonly rules: Rules }>;

/**
 * Returns the values inside a value to which the rules inside a rule apply. For a list, these are
 * the first and the last item; for a map, the first and the last entry.
 *
 * @param all all rules of the value
 */
function placesOf(rule: Nested, place: Place, all: Rules): readonly Place[] {
  const { value } = place;
  const isFrozen = place.isFrozen || isFixed(all);
  switch (rule.kind) {
    case "property":
      return isValues(value) ? [{ ...propertyOf(place, value, rule.property), isFrozen }] : [];
    case "items":
      return Array.isArray(value)
        ? ends(value.length).map(([at, suffix]) => ({ ...itemOf(place, value, at, all), suffix }))
        : [];
    case "item": {
      const at = Array.isArray(value) ? value.findIndex((item) => isSelectedItem(item, rule.where)) : -1;
      if (!Array.isArray(value) || at < 0) return [];
      return [{ ...itemOf(place, value, at, all), suffix: ` (item ${JSON.stringify(rule.where)})` }];
    }
    case "values": {
      const names = isValues(value) ? Object.keys(value) : [];
      if (!isValues(value)) return [];
      return ends(names.length).map(([at, suffix]) => ({
        ...entryOf(place, value, names[at] ?? ""),
        isFrozen,
        suffix,
      }));
    }
    case "keys": {
      const entries = isValues(value) ? Object.entries(value) : [];
      return ends(entries.length).map(([at, suffix]) => ({ ...keyOf(place, entries, at), suffix }));
    }
    case "option":
      return [place];
  }
}

/** Returns the first and the last index of a list, each with words that distinguish them. */
function ends(length: number): readonly (readonly [number, string])[] {
  if (length === 0) return [];
  return length === 1
    ? [[0, ""]]
    : [
        [0, ""],
        [length - 1, " (not the first)"],
      ];
}

/** Reports whether one of the rules forbids updates of a value. */
function isFixed(rules: Rules): boolean {
  return activeRules(rules, {}).some(({ kind }) => kind === "update");
}

function propertyOf(place: Place, object: ObjectValues, property: TestedProperty): Place {
  const { name } = property;
  return {
    ...place,
    field: joined(place.field, name),
    value: Object.hasOwn(object, name) ? object[name] : undefined,
    property,
    keys: [],
    isFrozen: place.isFrozen || place.keys.includes(name),
    find: (other) => place.find(other).flatMap((parent) => (isValues(parent) ? [parent[name]] : [])),
    replace(value) {
      const copy: ObjectValues = { ...object, [name]: value };
      if (value === undefined) Reflect.deleteProperty(copy, name);
      return place.replace(copy);
    },
  };
}

function itemOf(place: Place, list: readonly unknown[], at: number, rules: Rules): Place {
  const active = activeRules(rules, {});
  const [unique] = rulesOfKind(active, "unique");
  return {
    ...place,
    field: `${place.field}[*]`,
    value: list[at],
    property: undefined,
    keys: unique?.keys ?? [],
    // If an item without keys changes, it counts as another item.
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
    property: undefined,
    keys: [],
    find: (other) => place.find(other).flatMap((one) => (isValues(one) ? Object.values(one) : [])),
    replace: (one) => place.replace({ ...map, [key]: one }),
  };
}

/** Returns the place of a key. The error of a key has the path of the map. */
function keyOf(place: Place, entries: readonly (readonly [string, unknown])[], at: number): Place {
  return {
    ...place,
    value: entries[at]?.[0],
    property: undefined,
    isFrozen: true,
    replace: (key) =>
      place.replace(Object.fromEntries(entries.map(([name, one], index) => [index === at ? String(key) : name, one]))),
  };
}

/** Replaces indexes and keys in the path of a field by `*`. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[[^\]]*\]/g, "[*]");
}

function joined(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`;
}

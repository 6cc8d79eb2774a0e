import type { Options, Property, Rule, Rules } from "./rule.js";
import { isSelected } from "./fit-list.js";
import { isSet, isValues } from "./value.js";
import { wrongValues, type WrongValue } from "./wrong-values.js";

/** An object that violates one rule, and the error that validation must return for it. */
export interface Violation {
  /** The rule and its place: `spec.toppings: maxItems`. */
  readonly rule: string;
  readonly object: unknown;
  readonly types: WrongValue["types"];
  /** Path of the error. Indexes and keys are written as `[*]`. */
  readonly field: string;
  /** The options on which the rule depends. */
  readonly options: Options;
}

/** A value inside an object. */
interface Place {
  readonly field: string;
  readonly value: unknown;
  readonly property: Property | undefined;
  /** Returns the whole object with another value in this place; undefined removes the property. */
  readonly replace: (value: unknown) => unknown;
}

/** Returns objects that violate one rule each, made of an object that keeps all rules. */
export function violationsOf(object: unknown, rules: Rules): readonly Violation[] {
  const found: Violation[] = [];
  const root: Place = { field: "", value: object, property: undefined, replace: (value) => value };
  visit(rules, root, {}, []);
  return found;

  /** @param outer other rules of the same value */
  function visit(some: Rules, place: Place, options: Options, outer: Rules): void {
    const all = [...outer, ...some];
    for (const rule of some) visitOne(rule, place, options, all);
  }

  function visitOne(rule: Rule, place: Place, options: Options, all: Rules): void {
    if (rule.kind === "type") visit(rule.rules(), place, options, all);
    else if (rule.kind === "option") visit(rule.rules, place, { ...options, [rule.option]: rule.enabled }, all);
    else if ("rules" in rule) for (const inner of placesOf(rule, place)) visit(rule.rules, inner, options, []);
    else add(rule, place, options, all);
    if (rule.kind !== "oneOf" || !isValues(place.value)) return;
    const tag = place.value[rule.discriminator];
    for (const member of rule.members) if (member.value === tag) visit(member.rules(), place, options, all);
  }

  function add(rule: Rule, place: Place, options: Options, all: Rules): void {
    for (const { value, types, at } of wrongValues(rule, place.value, place.property)) {
      if (isUnset(value, place, all) && !presences.has(rule.kind)) continue;
      const field = withoutIndexes(at === undefined ? place.field : joined(place.field, at));
      const name = `${withoutIndexes(place.field)}: ${rule.kind}`;
      found.push({ rule: name, object: place.replace(value), types, field, options });
    }
  }
}

const presences: ReadonlySet<Rule["kind"]> = new Set(["required", "present", "forbidden"] as const);

/** Reports whether a value counts as unset, so that only the rules about presence apply to it. */
function isUnset(value: unknown, { property }: Place, rules: Rules): boolean {
  const decides = rules.some(({ kind }) => kind === "required" || kind === "optional");
  return decides && property !== undefined && !isSet(value, property);
}

type Nested = Extract<Rule, { readonly rules: Rules }>;

/**
 * Returns the values inside a value to which the rules of a rule apply; at most one of each list.
 */
function placesOf(rule: Nested, place: Place): readonly Place[] {
  const { value } = place;
  switch (rule.kind) {
    case "property":
      return isValues(value) ? [propertyOf(place, value, rule.property)] : [];
    case "items":
      return Array.isArray(value) && value.length > 0 ? [itemOf(place, value, 0)] : [];
    case "item": {
      const at = Array.isArray(value) ? value.findIndex((item) => isSelected(item, rule.where)) : -1;
      return Array.isArray(value) && at >= 0 ? [itemOf(place, value, at)] : [];
    }
    case "values": {
      const [key] = isValues(value) ? Object.keys(value) : [];
      if (!isValues(value) || key === undefined) return [];
      const replace = (one: unknown): unknown => place.replace({ ...value, [key]: one });
      return [{ field: `${place.field}[*]`, value: value[key], property: undefined, replace }];
    }
    case "keys": {
      const [first, ...rest] = isValues(value) ? Object.entries(value) : [];
      if (first === undefined) return [];
      const replace = (key: unknown): unknown => place.replace(Object.fromEntries([[String(key), first[1]], ...rest]));
      return [{ field: place.field, value: first[0], property: undefined, replace }];
    }
    case "option":
      return [place];
  }
}

function propertyOf(place: Place, object: object, property: Property): Place {
  const { name } = property;
  return {
    field: joined(place.field, name),
    value: Reflect.get(object, name),
    property,
    replace(value) {
      const copy: Record<string, unknown> = { ...object, [name]: value };
      if (value === undefined) Reflect.deleteProperty(copy, name);
      return place.replace(copy);
    },
  };
}

function itemOf(place: Place, list: readonly unknown[], at: number): Place {
  return {
    field: `${place.field}[*]`,
    value: list[at],
    property: undefined,
    replace: (value) => place.replace([...list.slice(0, at), value, ...list.slice(at + 1)]),
  };
}

/** Replaces indexes and keys in the path of a field by `*`. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[[^\]]*\]/g, "[*]");
}

function joined(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`;
}

import type { Field } from "../../../engine/model/universe.js";
import { bounds, isLimitName, limits } from "../../../runtime/schema/limits.js";
import type { LimitKind, Rule, RuleOf } from "../../../runtime/schema/rule.js";
import type { RuleValueKind } from "../../../runtime/rules/value.js";
import { elementType, nativeKind, propertyValue } from "../../rules/native.js";
import type { JSONSchema } from "../schema/json-schema.js";
import { merged } from "../schema/merge.js";
import { withCause, type CausedRule } from "./causes.js";
import { leastBytes, mostBytes } from "./byte-limits.js";
import { ruleCondition, ofProperty, type ConditionSubject } from "./condition.js";
import { fieldNamed, isNotZero, selectedExpression, setExpression, isZeroSet, literal, member } from "./expressions.js";
import { membershipRules } from "./membership.js";
import { isKeyword, withStatedKeywords } from "./stated-keywords.js";
import { ruleList, withRule, type Folded, type SchemaValue } from "./place.js";

/**
 * Converts rules to schema keywords and CEL rules, for the value and for the object that contains
 * it.
 */
export function folded(rules: readonly CausedRule[], place: SchemaValue): Folded {
  // The server does not enforce alpha rules and does not report errors of silent rules.
  const enforced = rules.filter(({ rule: { stability, silent } }) => stability !== "alpha" && silent !== true);
  const stated = enforced.map(({ rule }) => rule);
  let [schema, object] = [withStatedKeywords(stated, place), {} as JSONSchema];
  const lost: CausedRule[] = [];
  for (const caused of enforced) {
    const { rule, cause } = caused;
    if (isKeyword(rule, place)) continue;
    const change = changeOf(rule, { ...place, schema, cause });
    if (change === undefined || change.isLost === true) lost.push(caused);
    schema = change?.schema ?? schema;
    object = merged(change?.object ?? {}, object);
  }
  return { schema, object, lost };
}

/** A change of the schema; undefined for a rule that a schema cannot express. */
type Change =
  | (Partial<Omit<Folded, "lost">> & {
      /** True if the schema cannot express a part of the rule. */
      readonly isLost?: boolean;
    })
  | undefined;
type Row<K extends Rule["kind"]> = (rule: RuleOf<K>, at: SchemaValue) => Change;

function changeOf(rule: Rule, at: SchemaValue): Change {
  if ("limit" in rule) return limited(rule, at);
  // This assertion is safe, because the key of a row is the kind of its rule.
  return (rows[rule.kind] as Row<Rule["kind"]>)(rule, at);
}

/**
 * Converts a limit on a number of bytes: `maxBytes` for a string, or a limit for a value of the
 * kind `bytes`, which is a base64 string in JSON. All other limits are keywords.
 */
function limited(rule: RuleOf<LimitKind>, at: SchemaValue): Change {
  const { kind, limit } = rule;
  // A string never has more characters than bytes, so maxLength is not stricter. It lowers the
  // estimated cost of the rule.
  if (kind === "maxBytes") {
    const schema = merged({ maxLength: limit }, at.schema);
    const condition = ruleCondition(rule, subjectOf(at)) ?? "";
    return { schema: withRule({ ...at, schema }, condition, `may not be more than ${String(limit)} bytes`) };
  }
  const keywords = isLimitName(kind) && limits[kind].side === "most" ? mostBytes(limit) : leastBytes(limit);
  return keywords && { schema: merged(keywords, at.schema) };
}

/** Returns a row for a kind of rule that becomes a CEL rule of the value. */
function expression(message: (rule: Rule) => string): (rule: Rule, at: SchemaValue) => Change {
  return (rule, at) => {
    const condition = ruleCondition(rule, subjectOf(at));
    return condition === undefined ? undefined : { schema: withRule(at, condition, message(rule)) };
  };
}

/**
 * Functions that convert rules, by the kind of rule. Limits are missing: `limited` converts them. A
 * new kind of rule does not compile without a row.
 */
const rows: { readonly [K in Exclude<Rule["kind"], LimitKind>]: Row<K> } = {
  pattern: stated,
  cel: stated,
  embeddedResource: stated,
  atLeastOneOf: stated,
  format: ({ format }, at) => (formats.has(format) ? { schema: merged({ format }, at.schema) } : undefined),
  enum: ({ values, exclusions = [] }, at) => ({
    schema: withEnum(at.schema, values),
    isLost: exclusions.length > 0,
  }),
  neq: ({ value }, at) => ({ schema: merged({ not: { enum: [value] } }, at.schema) }),
  optional: stated,
  required,
  forbidden,
  update: updated,
  unique: (rule, at) => {
    const { "x-kubernetes-list-type": type = "atomic" } = at.schema;
    return type === "atomic" ? expression(() => "the items must be different")(rule, at) : {};
  },
  items: (rule, at) => ofPart("items", rule.rules, at),
  values: (rule, at) => ofPart("additionalProperties", rule.rules, at),
  keys: expression(() => "a key is not allowed"),
  item,
  subfield,
  option: () => undefined,
  union: membershipRules,
  zeroOrOneOf: membershipRules,
  dependentRequired: dependency,
  dependentForbidden: dependency,
  mode,
  fixed: (rule) => (rule.passes ? {} : undefined),
  custom: () => undefined,
};

/** Changes nothing, because `withStatedKeywords` adds the keyword of the rule. */
function stated(): Change {
  return {};
}

/** Formats of `+k8s:format` that API servers validate. */
const formats: ReadonlySet<string> = new Set(["k8s-short-name", "k8s-long-name"]);

function kindOf({ universe, type }: SchemaValue): RuleValueKind {
  return nativeKind(universe, type);
}

function subjectOf({ universe, type, schema }: SchemaValue): ConditionSubject {
  const keys = schema["x-kubernetes-list-type"] === "map" ? schema["x-kubernetes-list-map-keys"] : undefined;
  return { universe, type, self: "self", old: "oldSelf", ...(keys !== undefined && { keys }) };
}

function withEnum(schema: JSONSchema, values: readonly unknown[]): JSONSchema {
  const before = schema.enum;
  if (before !== undefined && before.length === values.length && values.every((one) => before.includes(one)))
    return schema;
  const isText = values.every((one) => typeof one === "string");
  return merged({ enum: isText ? values.toSorted() : values }, schema);
}

/** Unit of size limits in JSON, for each kind of value that can be empty. */
const sizes = { string: "characters", list: "items", map: "properties", bytes: "characters" } as const;

/**
 * Returns a keyword that limits the size, for each kind of value that can be empty.
 * @param side 0 for a lower limit, 1 for an upper limit
 */
function sizeOf(side: 0 | 1, size: number): Readonly<Partial<Record<RuleValueKind, JSONSchema>>> {
  return Object.fromEntries(Object.entries(sizes).map(([kind, of]) => [kind, { [bounds[of][side]]: size }]));
}

/** Keywords that reject the zero value, by the kind of value. */
const leasts: Readonly<Partial<Record<RuleValueKind, JSONSchema>>> = {
  ...sizeOf(0, 1),
  int: { not: { enum: [0] } },
  float: { not: { enum: [0] } },
  bool: { enum: [true] },
};

/**
 * Makes a property required. If the zero value of its type counts as unset (see `isZeroSet`), the
 * schema also rejects the zero value.
 */
function required(_rule: RuleOf<"required">, at: SchemaValue): Change {
  const { field, universe, schema } = at;
  if (field === undefined) return {};
  const least = isZeroSet(universe, field) ? {} : (leasts[kindOf(at)] ?? {});
  const [name] = Object.keys(least);
  const isStated = name !== undefined && schema[name] !== undefined && name !== "not";
  return { schema: isStated ? schema : merged(least, schema), object: { required: [field.name] } };
}

/** Keywords that accept only the zero value, by the kind of value. */
const zeros: Readonly<Partial<Record<RuleValueKind, JSONSchema>>> = {
  ...sizeOf(1, 0),
  int: { enum: [0] },
  float: { enum: [0] },
  bool: { enum: [false] },
};

function forbidden(_rule: RuleOf<"forbidden">, at: SchemaValue): Change {
  const { field, universe, schema } = at;
  if (field === undefined) return undefined;
  if (isZeroSet(universe, field)) return { object: { not: { required: [field.name] } } };
  return { schema: merged(zeros[kindOf(at)] ?? {}, schema) };
}

/**
 * Converts a rule about updates. `+k8s:immutable` has the effect of NoSet, NoUnset and NoModify
 * together.
 */
function updated({ only }: RuleOf<"update">, at: SchemaValue): Change {
  const { field } = at;
  const name = field?.name ?? "value";
  switch (only) {
    case "immutable": {
      const own = { schema: withRule(at, "self == oldSelf", "field is immutable") };
      return field === undefined ? own : { ...own, object: presenceRules(at, field, only) };
    }
    case "NoSet":
    case "NoUnset":
      return field === undefined ? undefined : { object: presenceRules(at, field, only) };
    case "NoModify":
      return { schema: withRule(at, unmodified(at), `${name} may not be changed once set`) };
    case "monotonic":
      return expression(() => `${name} may not decrease`)({ kind: "update", only }, at);
    default: {
      const verb = only === "NoAddItem" ? "added" : "removed";
      const condition = ruleCondition({ kind: "update", only }, subjectOf(at));
      if (condition === undefined) return undefined;
      const object = field === undefined ? {} : itemPresence(at, field, only);
      return { schema: withRule(at, condition, `items may not be ${verb}`), object };
    }
  }
}

/**
 * Returns a CEL expression that is true if a set value is not changed to another set value. The
 * zero value can count as unset (see `isZeroSet`).
 */
function unmodified(at: SchemaValue): string {
  const { field, universe } = at;
  if (field === undefined || isZeroSet(universe, field)) return "self == oldSelf";
  const kind = kindOf(at);
  return `!(${isNotZero(kind, "oldSelf")}) || !(${isNotZero(kind, "self")}) || self == oldSelf`;
}

/**
 * Returns CEL rules that prevent a property from becoming set (`NoSet`), unset (`NoUnset`), or both
 * (`immutable`).
 */
function presenceRules(at: SchemaValue, field: Field, only: "immutable" | "NoSet" | "NoUnset"): JSONSchema {
  const { universe } = at;
  const [now, before] = [setExpression(universe, field, "self"), setExpression(universe, field, "oldSelf")];
  if (now === undefined || before === undefined) return {};
  // If the property is always present, the rule `self == oldSelf` of its value already forbids
  // every change.
  if (only === "immutable" && !propertyValue(universe, field).optional) return {};
  const isPlain = isZeroSet(universe, field);
  const group = (text: string) => (isPlain ? text : `(${text})`);
  const unset = { rule: `!${group(before)} || ${group(now)}`, message: `field ${field.name} is immutable once set` };
  const set = { rule: `${group(before)} || !${group(now)}`, message: `field ${field.name} may not be set later` };
  const rules = [...(only === "NoSet" ? [] : [unset]), ...(only === "NoUnset" ? [] : [set])];
  return { [ruleList]: rules.map((rule) => withCause(rule, at.cause)) };
}

/**
 * Returns a CEL rule that prevents items from being added or removed when the list or map becomes
 * present or absent.
 */
function itemPresence({ universe, cause }: SchemaValue, field: Field, only: "NoAddItem" | "NoRemoveItem"): JSONSchema {
  const path = member("self", field.name);
  const old = member("oldSelf", field.name);
  const [now, before] = [setExpression(universe, field, "self"), setExpression(universe, field, "oldSelf")];
  if (path === undefined || old === undefined || now === undefined || before === undefined) return {};
  if (!propertyValue(universe, field).optional) return {};
  const rule = only === "NoAddItem" ? `has(${old}) || !(${now})` : `has(${path}) || !(${before})`;
  const verb = only === "NoAddItem" ? "added" : "removed";
  return { [ruleList]: [withCause({ rule, message: `items of ${field.name} may not be ${verb}` }, cause)] };
}

function ofPart(part: "items" | "additionalProperties", rules: readonly Rule[], at: SchemaValue): Change {
  const { universe, type, schema } = at;
  const [inner, element] = [schema[part], elementType(universe, type)];
  if (inner === undefined || element === undefined) return undefined;
  const result = folded(within(rules, at), { universe, type: element, schema: inner });
  return { schema: { ...schema, [part]: result.schema }, isLost: result.lost.length > 0 };
}

/**
 * Converts rules that an object has for one of its properties. They become keywords and CEL rules
 * in the property's schema and, for the presence of the property, in the object's schema.
 */
function subfield({ name, rules }: RuleOf<"subfield">, at: SchemaValue): Change {
  const { universe, type, schema } = at;
  const field = fieldNamed(universe, type, name);
  const property = schema.properties?.[name];
  if (field === undefined || property === undefined) return undefined;
  const result = folded(within(rules, at), { universe, type: field.type, schema: property, field });
  const properties = { ...schema.properties, [name]: result.schema };
  return { schema: merged(result.object, { ...schema, properties }), isLost: result.lost.length > 0 };
}

/** Returns the rules inside another rule, with the cause of that rule. */
function within(rules: readonly Rule[], { cause }: SchemaValue): readonly CausedRule[] {
  return rules.map((rule) => ({ rule, cause }));
}

/** Converts rules for one item to rules for all items, with a condition that selects the item. */
function item({ where, rules }: RuleOf<"item">, at: SchemaValue): Change {
  const { universe, type, schema } = at;
  const [inner, element] = [schema.items, elementType(universe, type)];
  if (inner === undefined || element === undefined) return undefined;
  const subject: ConditionSubject = { universe, type: element, self: "self", old: "oldSelf" };
  let [items, isLost] = [inner, false];
  for (const rule of rules) {
    const condition = ruleCondition(rule, subject);
    if (condition === undefined) isLost = true;
    else
      items = withRule(
        { ...at, schema: items },
        `!(${selectedExpression(where, "self")}) || (${condition})`,
        messageOf(rule, where),
      );
  }
  return { schema: { ...schema, items }, isLost };
}

function messageOf(rule: Rule, where: RuleOf<"item">["where"]): string {
  const names = Object.entries(where).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const what = rule.kind === "update" ? "may not be changed" : "is not valid";
  return `the item with ${names.join(" and ")} ${what}`;
}

function dependency(rule: RuleOf<"dependentRequired" | "dependentForbidden">, at: SchemaValue): Change {
  const { universe, type } = at;
  const { kind, trigger, dependent } = rule;
  const setOf = (name: string): string | undefined => {
    const field = fieldNamed(universe, type, name);
    return field && setExpression(universe, field);
  };
  const [one, other] = [setOf(trigger), setOf(dependent)];
  if (one === undefined || other === undefined) return undefined;
  const isForbidden = kind === "dependentForbidden";
  const message = isForbidden
    ? `${dependent} may not be set when ${trigger} is set`
    : `${dependent} must be set when ${trigger} is set`;
  return { schema: withRule(at, `!(${one}) || ${isForbidden ? `!(${other})` : `(${other})`}`, message) };
}

/** Converts rules of a property that depend on the value of another property, the discriminator. */
function mode({ name, discriminator, cases }: RuleOf<"mode">, at: SchemaValue): Change {
  const { universe, type } = at;
  const [field, which] = [name, discriminator].map((one) => fieldNamed(universe, type, one));
  const path = member("self", discriminator);
  const set = field && setExpression(universe, field);
  if (which === undefined || path === undefined || set === undefined) return undefined;
  const kind = nativeKind(universe, which.type);
  const isOptional = propertyValue(universe, which).optional;
  const is = (value: string | boolean) => `${isOptional ? `has(${path}) && ` : ""}${path} == ${literal(kind, value)}`;
  let [schema, isLost] = [at.schema, false];
  for (const { value, rules } of cases) {
    const known = rules.filter(({ stability }) => stability !== "alpha");
    const condition = ofProperty(name, known, { universe, type, self: "self", old: "oldSelf" });
    if (condition === undefined) isLost = true;
    else if (condition !== "true")
      schema = withRule(
        { ...at, schema },
        `!(${is(value)}) || (${condition})`,
        `${name} is not valid when ${discriminator} is ${String(value)}`,
      );
  }
  const allowed = cases.map(({ value }) => `(${is(value)})`).join(" || ");
  const values = cases.map(({ value }) => String(value)).join(", ");
  const message = `${name} may only be set when ${discriminator} is ${values}`;
  return { schema: withRule({ ...at, schema }, `${allowed} || !(${set})`, message), isLost };
}

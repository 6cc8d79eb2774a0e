import type { FieldError } from "../field/error.js";
import { formatFunction } from "../rules/format-function.js";
import type { OfKind, Rule, RuleOf } from "../schema/rule.js";
import { stops } from "../rules/stops.js";
import { isOfCRD, type AnyRule } from "../rules/type-rules.js";
import { isLiteral, type RuleValue } from "../rules/value.js";
import * as helpers from "../validate/index.js";
import type { Validator } from "../validate/index.js";
import { cohortOf, fieldOf, isSilent, itemOf, keyValue, mapValueOf, unsetRules } from "./facts.js";
import {
  equalityOf,
  isAbsent,
  isMatchingItem,
  isUnsetValue,
  itemKeyOf,
  propertyValueOf,
  type ValidatedPlace,
} from "./place.js";
import { constraint } from "./table-constraints.js";
import { addUpdateErrors } from "./table-updates.js";

/** Runs the rules of a value. Returns false if other rules of the value must not run. */
export function runRules(rules: readonly AnyRule[], place: ValidatedPlace, errors: FieldError[]): boolean {
  if (
    !runCohort(
      rules.filter((rule) => cohortOf(rule) === ""),
      place,
      errors,
    )
  )
    return false;
  const named = new Set(rules.map(cohortOf));
  named.delete("");
  for (const name of named) {
    const own = rules.filter((rule) => cohortOf(rule) === name);
    runCohort(own, place, errors);
  }
  return true;
}

function runCohort(rules: readonly AnyRule[], place: ValidatedPlace, errors: FieldError[]): boolean {
  let passes = true;
  for (const rule of rules) if (stops(rule) && failsIn(rule, place, errors)) passes = false;
  if (passes) for (const rule of rules) if (!stops(rule)) runRule(rule, place, errors);
  return passes;
}

/** Runs a short circuit. Returns true if it fails. */
function failsIn(rule: AnyRule, place: ValidatedPlace, errors: FieldError[]): boolean {
  const own: FieldError[] = [];
  runLoud(rule, place, own);
  if (!isSilent(rule)) errors.push(...own);
  return own.length > 0;
}

export function runRule(rule: AnyRule, place: ValidatedPlace, errors: FieldError[]): void {
  if (!isSilent(rule)) runLoud(rule, place, errors);
}

/** Runs a rule, also a silent one. */
function runLoud(rule: AnyRule, place: ValidatedPlace, errors: FieldError[]): void {
  const from = errors.length;
  if (isOfCRD(rule) && !("rules" in rule)) constraint(rule, place, errors);
  // Assertion: each row has the rule of its kind.
  else (rows[rule.kind] as Row<AnyRule["kind"]>)(rule, place, errors);
  // The stability of a mode is that of its error for other modes.
  if ("stability" in rule && rule.kind !== "mode") helpers.markStability(errors, from, rule.stability);
}

/** Runs the rules of a CRD's schema. A text that violates one is not checked against the next. */
export function runConstraints(rules: readonly AnyRule[], place: ValidatedPlace, errors: FieldError[]): void {
  if (place.value === undefined) return;
  const before = errors.length;
  for (const rule of rules) if (ofTexts.has(rule.kind) && errors.length === before) runRule(rule, place, errors);
  for (const rule of rules) if (!ofTexts.has(rule.kind)) runRule(rule, place, errors);
}

/** Kinds of rules of texts. */
const ofTexts: ReadonlySet<AnyRule["kind"]> = new Set(["maxLength", "minLength", "pattern"] as const);

type Row<K extends AnyRule["kind"]> = (rule: OfKind<AnyRule, K>, place: ValidatedPlace, errors: FieldError[]) => void;

type Limited = OfKind<Rule, keyof typeof limits>;

/** Returns the row of a rule that limits a number, length or size. */
function limit(rule: Limited, place: ValidatedPlace, errors: FieldError[]): void {
  if (isAbsent(place)) return;
  const error = limits[rule.kind](place.value as never, rule.limit, place);
  if (error !== undefined) errors.push(error);
}

type LimitTest<V> = (value: V, limit: number, place: ValidatedPlace) => FieldError | undefined;

const limits = {
  minimum: (value: number, min, { path }) => (value < min ? helpers.minimum(path, value, min) : undefined),
  maximum: (value: number, max, { path }) => (value > max ? helpers.maximum(path, value, max) : undefined),
  minLength: (value: string, min, { path }) =>
    helpers.isShorter(value, min) ? helpers.minLength(path, value, min) : undefined,
  maxLength: (value: string, max, { path }) =>
    helpers.isLonger(value, max) ? helpers.maxLength(path, max) : undefined,
  maxBytes: (value: string, max, { path }) =>
    helpers.hasMoreBytes(value, max) ? helpers.maxBytes(path, max) : undefined,
  minItems(value: never, min, place) {
    const length = countOf(value, place);
    return length < min ? helpers.minItems(place.path, length, min) : undefined;
  },
  maxItems(value: never, max, place) {
    const length = countOf(value, place);
    return length > max ? helpers.maxItems(place.path, length, max) : undefined;
  },
  minProperties(value: object, min, { path }) {
    const size = helpers.sizeOf(value);
    return size < min ? helpers.minProperties(path, size, min) : undefined;
  },
  maxProperties(value: object, max, { path }) {
    const size = helpers.sizeOf(value);
    return size > max ? helpers.maxProperties(path, size, max) : undefined;
  },
  // Only a constraint of a CRD's schema has this kind.
  multipleOf: () => undefined,
} satisfies Record<string, LimitTest<never>>;

function countOf(value: never, { of }: ValidatedPlace): number {
  return of.kind === "bytes" ? helpers.byteCount(value) : helpers.lengthOf(value);
}

function unset(_rule: AnyRule, place: ValidatedPlace, errors: FieldError[]): void {
  if (isUnsetValue(place.value, place.of)) errors.push(helpers.required(place.path));
}

type List = readonly unknown[] | undefined;
type Dictionary = Readonly<Record<string, unknown>> | undefined;

/** Functions that add the errors of a rule, by its kind. */
const rows: { readonly [K in AnyRule["kind"]]: Row<K> } = {
  required: unset,
  // The error of an optional value is never reported.
  optional: unset,
  forbidden(_rule, { path, value, of }, errors) {
    if (!isUnsetValue(value, of)) errors.push(helpers.forbidden(path));
  },
  minimum: limit,
  maximum: limit,
  minLength: limit,
  maxLength: limit,
  maxBytes: limit,
  minItems: limit,
  maxItems: limit,
  minProperties: limit,
  maxProperties: limit,
  // These rules are constraints of a CRD's schema.
  multipleOf: constraint,
  pattern: constraint,
  atLeastOneOf: constraint,
  embeddedResource: constraint,
  format(rule, place, errors) {
    // Assertion: the function of a format has this form.
    const check = helpers[formatFunction(rule.format) as "longName"];
    if (!isAbsent(place)) check(place.path, place.value as string, errors);
  },
  enum(rule, place, errors) {
    if (isAbsent(place)) return;
    const { op, path, of } = place;
    const value = place.value as string;
    const values: ReadonlySet<string | number | boolean> = new Set(rule.values);
    const exclusions = "exclusions" in rule ? rule.exclusions : undefined;
    const isUnion = isLiteral(of.shape);
    if (exclusions !== undefined) {
      const check = isUnion ? helpers.unionEnumeration : helpers.enumeration;
      check(op, path, value, values as ReadonlySet<string>, exclusions, errors);
    } else if (!values.has(value)) {
      errors.push((isUnion ? helpers.notInUnion : helpers.unsupported)(op, path, value, values));
    }
  },
  neq(rule, { path, value }, errors) {
    if (value === rule.value) errors.push(helpers.neq(path, rule.value));
  },
  update(rule, place, errors) {
    if (place.op.type === "Update") addUpdateErrors(rule.only, place, errors);
  },
  unique(rule, { path, value, of }, errors) {
    helpers.unique(path, value as List, itemKeyOf(rule.keys, itemOf(of)), errors);
  },
  fixed(rule, { path, value }, errors) {
    if (!rule.passes) errors.push(helpers.forcedFailure(path, value, rule.message));
  },
  custom(rule, { environment, op, path, value, oldValue }, errors) {
    if (helpers.isReal(path)) helpers.append(errors, environment.handWritten(rule.name)(op, path, value, oldValue));
  },
  type({ to }, place, errors) {
    const { environment, op, path, value, oldValue } = place;
    if (isAbsent(place)) for (const rule of unsetRules(to)) runRule(rule, place, errors);
    else environment.functionOf(to)(op, path, value, oldValue, errors);
  },
  items(rule, place, errors) {
    const { op, path, value, oldValue, of, identity } = place;
    const item = itemOf(of);
    const equal = equalityOf(item);
    const correlation = identity && {
      keyOf: itemKeyOf(identity.keys, item),
      ...(identity.keys !== undefined && { equal }),
    };
    const known = oldValue === undefined ? undefined : correlation;
    helpers.eachItem(op, path, value as List, oldValue as List, known, within(rule.rules, item, place), errors);
  },
  values(rule, place, errors) {
    const { op, path, value, oldValue } = place;
    const of = mapValueOf(place.of);
    const validate = within(rule.rules, of, place);
    helpers.eachValue(op, path, value as Dictionary, oldValue as Dictionary, equalityOf(of), validate, errors);
  },
  keys(rule, place, errors) {
    const { op, path, value, oldValue, of } = place;
    helpers.eachKey(
      op,
      path,
      value as Dictionary,
      oldValue as Dictionary,
      within(rule.rules, keyValue(of), place),
      errors,
    );
  },
  item(rule, place, errors) {
    const { op, path, value, oldValue } = place;
    const of = itemOf(place.of);
    const isMatch = (item: unknown): boolean => isMatchingItem(item, rule.where);
    const validate = within(rule.rules, of, place);
    helpers.item(op, path, value as List, oldValue as List, isMatch, equalityOf(of), validate, errors);
  },
  subfield(rule, place, errors) {
    if (isAbsent(place)) return;
    const { op, path, value, oldValue } = place;
    const of = fieldOf(place.of, rule.name);
    const get = (obj: object): unknown => propertyValueOf(obj, rule.name, of);
    const validate = within(rule.rules, of, place);
    helpers.subfield(op, path, value as object, oldValue as object, rule.name, get, equalityOf(of), validate, errors);
  },
  option(rule, place, errors) {
    if (helpers.hasOption(place.op, place.path, rule.option, rule.enabled, errors)) inner(rule.rules, place, errors);
  },
  union: membership,
  zeroOrOneOf: membership,
  dependentRequired: dependency,
  dependentForbidden: dependency,
  mode(rule, place, errors) {
    if (isAbsent(place)) return;
    const { op, path, value, oldValue } = place;
    const of = fieldOf(place.of, rule.name);
    const get = (obj: object): unknown => propertyValueOf(obj, rule.name, of);
    const modeOf = (obj: object): string | boolean => Reflect.get(obj, rule.discriminator) as string | boolean;
    const validate: helpers.ModeValidator<unknown> = (_op, fldPath, own, old, more, current) => {
      const found = rule.cases.find((one) => one.value === current);
      const at: ValidatedPlace = { ...place, path: fldPath, value: own, oldValue: old, of, identity: undefined };
      const forbidden = {
        kind: "forbidden",
        ...(rule.stability !== undefined && { stability: rule.stability }),
      } as const;
      if (found === undefined) runRule(forbidden, at, more);
      else runInOrder(found.rules, at, more);
    };
    helpers.mode(
      op,
      path,
      value as object,
      oldValue as object,
      rule.name,
      get,
      equalityOf(of),
      modeOf,
      validate,
      errors,
    );
  },
  // CEL rules are evaluated for whole objects.
  cel: () => undefined,
};

/** Runs the rules of a mode in order until a short circuit has failed. */
function runInOrder(rules: readonly Rule[], place: ValidatedPlace, errors: FieldError[]): void {
  const last = rules.findLastIndex(stops);
  let passes = true;
  for (const [at, rule] of rules.entries()) {
    if (at > last && !passes) return;
    if (!stops(rule)) runRule(rule, place, errors);
    else if (failsIn(rule, place, errors)) passes = false;
  }
}

/** Runs the rules inside of a rule. */
function inner(rules: readonly AnyRule[], place: ValidatedPlace, errors: FieldError[]): void {
  if (rules.every(isOfCRD)) runConstraints(rules, place, errors);
  else for (const rule of rules) runLoud(rule, place, errors);
}

/** Returns the function that applies rules to an item, key or property of a value. */
function within(rules: readonly AnyRule[], of: RuleValue, { environment }: ValidatedPlace): Validator<unknown> {
  const [only] = rules;
  if (only?.kind === "type" && !of.pointer) return environment.functionOf(only.to);
  return (op, path, value, oldValue, errors) => {
    inner(rules, { environment, op, path, value, oldValue, of }, errors);
  };
}

/** Reports whether a property is set, for rules about several properties. */
function isMemberSet(obj: object, name: string, of: RuleValue): boolean {
  const value: unknown = Reflect.get(obj, name);
  const isDecided = of.kind === "map" || of.pointer || of.kind === "list" || of.kind === "interface";
  return isDecided ? !isUnsetValue(value, of.kind === "map" ? { ...of, pointer: false } : of) : Boolean(value);
}

function membership(
  rule: RuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">,
  place: ValidatedPlace,
  errors: FieldError[],
): void {
  if (isAbsent(place)) return;
  const { op, path, of } = place;
  const value = place.value as object;
  const { kind, discriminator } = rule;
  const ofItems = rule.members.some(({ item }) => item !== undefined);
  const members = rule.members.map(({ name, value: own, item }) => ({
    name,
    ...(own !== "" && { value: own }),
    isSet: (obj: object): boolean =>
      item === undefined
        ? isMemberSet(obj, name, fieldOf(of, name))
        : (obj as readonly unknown[]).some((one) => isMatchingItem(one, item)),
  }));
  const old = (ofItems ? helpers.nonEmpty(place.oldValue as List) : place.oldValue) as object | undefined;
  if (discriminator === undefined || kind !== "union") {
    (kind === "union" ? helpers.union : helpers.zeroOrOneOf)(op, path, value, old, members, errors);
    return;
  }
  const which = { name: discriminator, of: (obj: object) => Reflect.get(obj, discriminator) as string | undefined };
  helpers.discriminatedUnion(op, path, value, old, which, members, errors);
}

function dependency(
  rule: RuleOf<"dependentRequired" | "dependentForbidden">,
  place: ValidatedPlace,
  errors: FieldError[],
): void {
  if (isAbsent(place)) return;
  const { op, path, value, oldValue, of } = place;
  const test = (name: string) => ({ name, isSet: (obj: object) => isMemberSet(obj, name, fieldOf(of, name)) });
  const both = { ...test(rule.trigger), dependent: test(rule.dependent) };
  helpers[rule.kind](op, path, value as object, oldValue as object, both, errors);
}

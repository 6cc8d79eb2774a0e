import {
  shapeOf,
  type FieldShape,
  type SchemaShape,
  type StructureMarkers,
  type TypeSchema,
  type ValueShape,
} from "../schema/schema.js";
import type { Rule, RuleOf } from "../schema/rule.js";
import { fieldValue, valueKindOf, literalsOf, resolved, presentRuleValue, type RuleValue } from "./value.js";

/** A rule that follows from a type: it is not stated in a schema. */
export type ImpliedRule =
  | RuleOf<"enum">
  /** The rules of a declared type. */
  | { readonly kind: "type"; readonly to: TypeSchema }
  | { readonly kind: "items" | "values" | "keys"; readonly rules: readonly ImpliedRule[] };

/** A rule of a value: one of its own, or one that follows from its type. */
export type AnyRule = Rule | ImpliedRule;

/** What identifies an item of a list: its keys, or the whole item. */
export interface Identity {
  readonly keys?: readonly string[];
}

/** The rules of a value, without CEL rules. */
export interface ValueRules {
  readonly value: RuleValue;
  /** The own rules, in the order of the markers. */
  readonly own: readonly Rule[];
  /** Rules that follow from the types of the value and its parts. They run after the own rules. */
  readonly implied: readonly ImpliedRule[];
  /** What identifies the items of a list; undefined if nothing does. */
  readonly identity: Identity | undefined;
}

/** The rules of a property that no base of its type validates. */
export interface FieldRules extends ValueRules {
  readonly name: string;
  /**
   * `required`: an object must contain the property, also if its value is a zero. `optional`: the
   * property can be absent although it has no `?`.
   */
  readonly presence: "required" | "optional" | undefined;
}

/** The rules of a declared type. */
export interface TypeRules extends ValueRules {
  readonly schema: TypeSchema;
  /** The own rules only: neither those of the fields, nor those of other types apply. */
  readonly isOpaque: boolean;
  readonly bases: readonly TypeSchema[];
  readonly fields: readonly FieldRules[];
  readonly union?: {
    readonly discriminator: string;
    readonly members: readonly (readonly [string, TypeSchema])[];
    /** All values of the discriminator, if another value is an error. */
    readonly values?: readonly string[];
  };
}

const known = new WeakMap<TypeSchema, TypeRules>();

/** Returns the rules of a declared type. */
export function typeRules(schema: TypeSchema): TypeRules {
  let rules = known.get(schema);
  if (rules === undefined) known.set(schema, (rules = readType(schema)));
  return rules;
}

function readType(schema: TypeSchema): TypeRules {
  const shape = shapeOf(schema);
  const { value, discriminator, members = {}, bases = [], opaque = [] } = shape;
  const infers = shape.infer !== "none";
  const of = value === undefined ? [] : impliedBy(value, infers, opaque);
  const literals = value?.type === "ref" ? [] : of.filter((rule) => rule.kind === "enum");
  // The own declaration of a property wins over the one of a base, whose function would check it.
  const overridden = bases.filter(({ to }) => isOverridden(shape, to()));
  const own = [...overridden.flatMap(({ to }) => ownRules(shapeOf(to()), infers)), ...ownRules(shape, infers)];
  return {
    schema,
    value: presentRuleValue({ type: "ref", to: () => schema }),
    own: own.some(listsValues) ? own : [...own, ...literals],
    implied: of.filter((rule) => rule.kind !== "enum"),
    identity: identityOf(schema),
    isOpaque: opaque.includes("type"),
    bases: bases.filter((base) => !overridden.includes(base)).map(({ to }) => to()),
    fields: [
      ...overridden.flatMap(({ to }) => keptFields(shape, to())),
      ...Object.entries(shape.fields ?? {}).flatMap(([name, field]) => readField(shape, name, field)),
    ],
    ...(discriminator !== undefined && {
      union: {
        discriminator,
        members: Object.entries(members).map(([tag, to]) => [tag, to()] as const),
        ...(infers && { values: Object.keys(members) }),
      },
    }),
  };
}

/** Reports whether a type declares a property again that a base has. */
function isOverridden({ fields = {} }: SchemaShape, base: TypeSchema): boolean {
  const inherited = shapeOf(base).fields ?? {};
  return Object.entries(fields).some(([name, { redeclared }]) => redeclared === true && Object.hasOwn(inherited, name));
}

/** Returns the rules of a base's properties that a type does not declare again. */
function keptFields({ fields = {} }: SchemaShape, base: TypeSchema): readonly FieldRules[] {
  const rules = typeRules(base);
  const kept = rules.fields.filter(({ name }) => fields[name]?.redeclared !== true);
  return [...rules.bases.flatMap((outer) => keptFields({ name: "", fields }, outer)), ...kept];
}

function readField(type: SchemaShape, name: string, field: FieldShape): readonly FieldRules[] {
  const isOfTypeMeta = type.gvk !== undefined && (name === "kind" || name === "apiVersion");
  if (isOfTypeMeta || (field.redeclared !== true && isInherited(type, name))) return [];
  const infers = type.infer !== "none";
  const stated = ownRules(field, infers);
  // Null is valid for a required property that is nullable, so the rule is about presence only.
  const own = field.nullable === true ? stated.filter(({ kind }) => kind !== "required") : stated;
  const isOpaque = field.opaque?.includes("type") === true;
  const implied = isOpaque ? [] : impliedBy(field, infers, field.opaque ?? []);
  return [
    {
      name,
      value: fieldValue(field),
      own,
      implied: own.some(listsValues) ? implied.filter((rule) => rule.kind !== "enum") : implied,
      identity: identityIn(field, infers) ?? (field.type === "ref" ? identityOf(field.to()) : undefined),
      presence: own.length < stated.length ? "required" : presenceOf(type, name, field, own),
    },
  ];
}

/** Reports whether a property belongs to a base, whose rules include those of the property. */
function isInherited({ bases = [] }: SchemaShape, name: string): boolean {
  return bases.some(({ to }) => Object.hasOwn(shapeOf(to()).fields ?? {}, name));
}

function presenceOf(
  { infer, fields = {}, gvk }: SchemaShape,
  name: string,
  field: FieldShape,
  own: readonly Rule[],
): FieldRules["presence"] {
  const isKind = gvk !== undefined || hasKindProperties(fields);
  const mustBeSent = (field.required ?? isSent(name, field, isKind)) && !isFilledByDefaults(field);
  if (infer !== "none" && field.optional !== true) return mustBeSent ? "required" : "optional";
  if (field.rules?.some(({ kind, texts }) => kind === "required" && texts === "crd") === true) return "required";
  return own.some(isOfCRD) && field.optional !== true && !mustBeSent ? "optional" : undefined;
}

/** Reports whether requests contain a property, if the schema does not say it. */
export function isSent(
  name: string,
  {
    optional,
    default: given,
    type,
  }: { readonly optional?: boolean; readonly default?: unknown; readonly type: string },
  isKind: boolean,
): boolean {
  const isServersOwn = isKind && type === "ref" && (name === "metadata" || name === "status");
  return optional !== true && given === undefined && !isServersOwn;
}

type Fields = Readonly<Record<string, FieldShape>>;

/** Reports whether an object has the properties of a kind. */
export function hasKindProperties(fields: Fields): boolean {
  return Object.hasOwn(fields, "kind") && Object.hasOwn(fields, "apiVersion");
}

/**
 * Reports whether defaults give each required property of an object a value. A request can leave
 * such an object out.
 */
function isFilledByDefaults(field: FieldShape, around: readonly Fields[] = []): boolean {
  const fields = field.optional === true || field.nullable === true ? undefined : objectFields(field);
  if (fields === undefined || around.includes(fields)) return false;
  const isGiven = (one: FieldShape): boolean =>
    one.default !== undefined || isFilledByDefaults(one, [...around, fields]);
  const isKind = hasKindProperties(fields);
  const isNeeded = (name: string, { rules = [], ...one }: FieldShape): boolean =>
    (one.required ?? isSent(name, one, isKind)) ||
    rules.some(({ kind, stability }) => kind === "required" && stability !== "alpha");
  const all = Object.entries(fields);
  return all.some(([, one]) => isGiven(one)) && all.every(([name, one]) => isGiven(one) || !isNeeded(name, one));
}

type Ruled = StructureMarkers & { readonly rules?: readonly Rule[] };

/** Returns the own rules of a value: those that are stated, and that its items are unique. */
function ownRules({ rules = [], listType, listMapKeys }: Ruled, infers: boolean): readonly Rule[] {
  const stated = withoutCEL(rules).filter((rule) => !isPresence(rule) && !isIdentity(rule));
  const isIdentified = rules.some(({ kind, texts }) => kind === "unique" && texts === undefined);
  if (!infers || isIdentified || (listType !== "set" && listType !== "map")) return stated;
  return [...stated, { kind: "unique", ...(listType === "map" && { keys: listMapKeys ?? [] }) }];
}

/** Reports whether a rule only says that a property must be present. */
function isPresence({ kind, texts }: Rule): boolean {
  return kind === "required" && texts === "crd";
}

/** Reports whether a rule only says what identifies the items of a list. */
function isIdentity({ kind, silent }: Rule): boolean {
  return kind === "unique" && silent === true;
}

function identityOf(schema: TypeSchema): Identity | undefined {
  return identityIn(schema, schema.infer !== "none");
}

function identityIn(ruled: Ruled, infers: boolean): Identity | undefined {
  const all = [...(ruled.rules ?? []), ...ownRules(ruled, infers)];
  const found = all.find(({ kind, texts }) => kind === "unique" && texts === undefined);
  return found?.kind !== "unique" ? undefined : found.keys === undefined ? {} : { keys: found.keys };
}

/** Returns rules without CEL rules, which are evaluated for whole objects. */
function withoutCEL(rules: readonly Rule[]): readonly Rule[] {
  return rules.flatMap((rule): readonly Rule[] => {
    if (rule.kind === "cel") return [];
    if (!("rules" in rule)) return [rule];
    const inner = withoutCEL(rule.rules);
    return inner.length === 0 ? [] : [{ ...rule, rules: inner }];
  });
}

/** Reports whether a rule is a constraint of a CRD's schema, or consists of such constraints. */
export function isOfCRD(rule: AnyRule): boolean {
  if ("texts" in rule || rule.kind === "embeddedResource") return true;
  return "rules" in rule && rule.rules.every(isOfCRD);
}

function listsValues({ kind, stability }: Rule): boolean {
  return kind === "enum" && stability === undefined;
}

/** Returns the rules that follow from the type of a value and from the types of its parts. */
function impliedBy(shape: ValueShape, infers: boolean, opaque: readonly string[]): readonly ImpliedRule[] {
  if (shape.type === "ref" || shape.type === "embedded") return [{ kind: "type", to: shape.to() }];
  const values = infers ? [...literalsOf(shape)].sort(byText) : [];
  const keys = shape.type === "map" && !opaque.includes("keys") ? shape.keys : undefined;
  const part = partOf(shape);
  const ofPart = part === undefined || opaque.includes(part.kind) ? [] : impliedBy(part.shape, infers, []);
  const inner = ofPart.filter(({ kind }) => kind !== "keys");
  return [
    ...(values.length === 0 ? [] : [{ kind: "enum" as const, values }]),
    ...(keys === undefined ? [] : [{ kind: "keys" as const, rules: [{ kind: "type" as const, to: keys() }] }]),
    ...(part === undefined || inner.length === 0 ? [] : [{ kind: part.kind, rules: inner }]),
  ];
}

function byText(a: string | number | boolean, b: string | number | boolean): number {
  return String(a) < String(b) ? -1 : 1;
}

function partOf(shape: ValueShape): { readonly kind: "items" | "values"; readonly shape: ValueShape } | undefined {
  if (shape.type === "list") return { kind: "items", shape: shape.items };
  return shape.type === "map" ? { kind: "values", shape: shape.values } : undefined;
}

const ruled = new WeakMap<TypeSchema, boolean>();

/** Reports whether a type has rules: its own, those of its fields, or those of other types. */
export function typeHasRules(schema: TypeSchema): boolean {
  let found = ruled.get(schema);
  if (found === undefined) ruled.set(schema, (found = search(schema, new Set())));
  return found;
}

function search(schema: TypeSchema, seen: Set<TypeSchema>): boolean {
  const before = ruled.get(schema);
  if (before !== undefined) return before;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { own, isOpaque, union, bases, implied, fields } = typeRules(schema);
  const isRuled = (rule: ImpliedRule): boolean =>
    rule.kind === "enum" || (rule.kind === "type" ? search(rule.to, seen) : rule.rules.some(isRuled));
  if (own.length > 0 || union?.values !== undefined) return true;
  if (isOpaque) return false;
  return (
    fields.some((field) => field.presence === "required" || field.own.length > 0 || field.implied.some(isRuled)) ||
    implied.some(isRuled) ||
    [...bases, ...(union?.members.map(([, member]) => member) ?? [])].some((type) => search(type, seen))
  );
}

/** Returns implied rules without those of types that have no rules. */
export function effective(rules: readonly ImpliedRule[]): readonly ImpliedRule[] {
  return rules.flatMap((rule): readonly ImpliedRule[] => {
    if (rule.kind === "enum") return [rule];
    if (rule.kind === "type") return typeHasRules(rule.to) ? [rule] : [];
    const inner = effective(rule.rules);
    return inner.length === 0 ? [] : [{ ...rule, rules: inner }];
  });
}

/** Returns the fields of the object to which a value refers; undefined for another value. */
export function objectFields(shape: ValueShape): Readonly<Record<string, FieldShape>> | undefined {
  const under = resolved(shape);
  return valueKindOf(under) === "struct" && under.type === "ref" ? shapeOf(under.to()).fields : undefined;
}

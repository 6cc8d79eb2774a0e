import { resolved } from "../schema/resolve-shape.js";
import { oncePer } from "../util/once-per.js";
import {
  shapeOf,
  type FieldShape,
  type SchemaShape,
  type StructureMarkers,
  type TypeSchema,
  type ValueShape,
} from "../schema/schema.js";
import type { Rule, RuleOf } from "../schema/rule.js";
import { fieldValue, literalsOf, presentRuleValue, type RuleValue } from "./value.js";

/** A rule that follows from the TypeScript type of a value, without a marker. */
export type ImpliedRule =
  | RuleOf<"enum">
  /** All rules of the declared type `to`. */
  | { readonly kind: "type"; readonly to: TypeSchema }
  | { readonly kind: "items" | "values" | "keys"; readonly rules: readonly ImpliedRule[] };

/** A rule of a value: from a marker, or implied by its type. */
export type AnyRule = Rule | ImpliedRule;

/**
 * Identifies an item of a list: by the values of `keys`, or by the whole item if `keys` is absent.
 */
export interface Identity {
  readonly keys?: readonly string[];
}

/** The validation rules of a value. CEL rules are not included. */
export interface ValueRules {
  readonly value: RuleValue;
  /** Rules from markers, in the order of the markers. */
  readonly own: readonly Rule[];
  /**
   * Rules that follow from the types of the value and of its items or entries. They run after
   * `own`.
   */
  readonly implied: readonly ImpliedRule[];
  /** Identity of the items, if the value is a list; undefined if items have no identity. */
  readonly identity: Identity | undefined;
}

/** The rules of a property. Properties whose rules belong to a base type have none. */
export interface FieldRules extends ValueRules {
  readonly name: string;
  /**
   * `required`: an object must contain the property, even if its value is a zero. `optional`: the
   * property may be absent although it is declared without `?`. Undefined if presence is not
   * checked.
   */
  readonly presence: "required" | "optional" | undefined;
}

/** The schema of an object type. */
interface ObjectWithFields extends SchemaShape {
  readonly fields: NonNullable<SchemaShape["fields"]>;
}

/** The validation rules of a declared type. */
export interface TypeRules extends ValueRules {
  readonly schema: TypeSchema;
  /** True if only `own` applies, without the rules of fields and of other types. */
  readonly isOpaque: boolean;
  readonly bases: readonly TypeSchema[];
  readonly fields: readonly FieldRules[];
  readonly union?: {
    readonly discriminator: string;
    readonly members: readonly (readonly [string, TypeSchema])[];
    /** All allowed values of the discriminator; absent if any value is allowed. */
    readonly values?: readonly string[];
  };
}

/** Returns the rules of a declared type. The result is cached. */
export const typeRules: (schema: TypeSchema) => TypeRules = oncePer(readType);

function readType(schema: TypeSchema): TypeRules {
  const shape = shapeOf(schema);
  const { value, discriminator, members = {}, bases = [], opaque = [] } = shape;
  const infers = shape.infer !== "none";
  const of = value === undefined ? [] : impliedBy(value, infers, opaque);
  const literals = value?.type === "ref" ? [] : of.filter((rule) => rule.kind === "enum");
  // A base with a redeclared property is merged into the type, because the validation function of
  // the base would apply the base's rules to the property.
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

/** Reports whether a type redeclares a property of a base. */
function isOverridden({ fields = {} }: SchemaShape, base: TypeSchema): boolean {
  const inherited = shapeOf(base).fields ?? {};
  return Object.entries(fields).some(([name, { redeclared }]) => redeclared === true && Object.hasOwn(inherited, name));
}

/** Returns the rules of those properties of a base that the type does not redeclare. */
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
  // A nullable required property may be null, so only its presence is required.
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

/**
 * Reports whether a base declares a property, so that the rules of the base include the rules of
 * the property.
 */
function isInherited({ bases = [] }: SchemaShape, name: string): boolean {
  return bases.some(({ to }) => Object.hasOwn(shapeOf(to()).fields ?? {}, name));
}

function presenceOf(type: SchemaShape, name: string, field: FieldShape, own: readonly Rule[]): FieldRules["presence"] {
  const { infer } = type;
  const mustBeSent = isSentIn(type, name, field);
  if (infer !== "none" && field.optional !== true) return mustBeSent ? "required" : "optional";
  if (field.rules?.some(({ kind, texts }) => kind === "required" && texts === "crd") === true) return "required";
  return own.some(isOfCRD) && field.optional !== true && !mustBeSent ? "optional" : undefined;
}

/**
 * Reports whether requests must contain a property, for a property without the schema fact
 * `required`.
 */
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

/** Reports whether requests must contain a property. */
export function isSentIn(type: SchemaShape, name: string, field: FieldShape): boolean {
  const isKind = isTypeMeta(type);
  if (isKind && (name === "kind" || name === "apiVersion")) return false;
  return field.required ?? isSent(name, field, isKind);
}

/**
 * Reports whether the properties `kind` and `apiVersion` of a type are those of TypeMeta, which are
 * never required. Generated schemas begin with them; without a `gvk`, they differ from declared
 * properties of these names by `required`.
 */
export function isTypeMeta({ gvk, fields = {} }: SchemaShape): boolean {
  if (gvk !== undefined) return Object.hasOwn(fields, "kind") && Object.hasOwn(fields, "apiVersion");
  const [kind, apiVersion] = Object.entries(fields);
  const isFirst = kind?.[0] === "kind" && apiVersion?.[0] === "apiVersion";
  return isFirst && kind[1].required === false && apiVersion[1].required === false;
}

type Ruled = StructureMarkers & { readonly rules?: readonly Rule[] };

/**
 * Returns the rules from markers of a value, without CEL rules and without rules that only define
 * presence or identity. For a list of type `set` or `map`, adds the rule that its items are unique.
 */
function ownRules({ rules = [], listType, listMapKeys }: Ruled, infers: boolean): readonly Rule[] {
  const stated = withoutCEL(rules).filter((rule) => !isPresence(rule) && !isIdentity(rule));
  const isIdentified = rules.some(({ kind, texts }) => kind === "unique" && texts === undefined);
  if (!infers || isIdentified || (listType !== "set" && listType !== "map")) return stated;
  return [...stated, { kind: "unique", ...(listType === "map" && { keys: listMapKeys ?? [] }) }];
}

/** Reports whether a rule only requires that a property is present, whatever its value. */
function isPresence({ kind, texts }: Rule): boolean {
  return kind === "required" && texts === "crd";
}

/**
 * Reports whether a rule only defines the identity of list items, without checking that they are
 * unique.
 */
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

/** Returns the rules without CEL rules, because CEL rules are evaluated for whole objects. */
function withoutCEL(rules: readonly Rule[]): readonly Rule[] {
  return rules.flatMap((rule): readonly Rule[] => {
    if (rule.kind === "cel") return [];
    if (!("rules" in rule)) return [rule];
    const inner = withoutCEL(rule.rules);
    return inner.length === 0 ? [] : [{ ...rule, rules: inner }];
  });
}

/** Reports whether a rule is a constraint of a CRD's schema, or contains only such constraints. */
export function isOfCRD(rule: AnyRule): boolean {
  if ("texts" in rule || rule.kind === "embeddedResource") return true;
  return "rules" in rule && rule.rules.every(isOfCRD);
}

function listsValues({ kind, stability }: Rule): boolean {
  return kind === "enum" && stability === undefined;
}

/**
 * Returns the rules that follow from the type of a value, and from the types of its items or
 * entries.
 */
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

/**
 * Reports whether any rules apply to values of a type: rules of the type, of its fields, or of
 * types to which it refers.
 */
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

/** Returns the implied rules, without references to types that have no rules. */
export function effective(rules: readonly ImpliedRule[]): readonly ImpliedRule[] {
  return rules.flatMap((rule): readonly ImpliedRule[] => {
    if (rule.kind === "enum") return [rule];
    if (rule.kind === "type") return typeHasRules(rule.to) ? [rule] : [];
    const inner = effective(rule.rules);
    return inner.length === 0 ? [] : [{ ...rule, rules: inner }];
  });
}

/**
 * Returns the object type to which a value belongs, also for an embedded object. Returns undefined
 * if the value is not such an object.
 */
export function objectShape(shape: ValueShape): ObjectWithFields | undefined {
  const under = resolved(shape);
  const object = under.type === "ref" || under.type === "embedded" ? shapeOf(under.to()) : undefined;
  return object?.fields === undefined ? undefined : (object as ObjectWithFields);
}

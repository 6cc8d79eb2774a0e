import { bounds } from "../schema/limits.js";
import {
  effective,
  isOfCRD,
  typeHasRules,
  typeRules,
  type AnyRule,
  type FieldRules,
  type ImpliedRule,
  type TypeRules,
} from "../rules/type-rules.js";
import { isPrimitive, type RuleValue } from "../rules/value.js";
import type { Rule } from "../schema/rule.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";
import { equalIn } from "../schema/semantic-equal.js";
import type { Check, RuleEnvironment, RuleSubject } from "./check.js";
import { constraintChecks, isSilent, rulePlan, stepOf, unsetRules, type RulePlan, type Step } from "./checks.js";
import { comparedShape } from "../schema/compared-shape.js";
import { discriminatorCheck } from "./object-checks.js";
import { filledZero, needsOf, type Needs, type Zero } from "./presence.js";
import { equalityOf } from "./values.js";

/**
 * The checks of a type in the order in which they run. The validation function of the type is
 * created from them.
 */
export interface TypePlan {
  readonly of: RuleValue;
  readonly own: RulePlan;
  /** Checks of the type itself. They run after `own`, if the gate of `own` passes. */
  readonly steps: readonly Step[];
  readonly fields: readonly FieldPlan[];
  readonly union: Check | undefined;
}

/** The checks of a property, and facts about its type. */
export interface FieldPlan {
  readonly name: string;
  readonly of: RuleValue;
  readonly presence: FieldRules["presence"];
  /** Argument of `isMissing` and `isAbsent`: the zero of the property's type. */
  readonly zero: Zero | undefined;
  readonly needs: Needs | undefined;
  readonly own: RulePlan;
  /**
   * Constraints of a CRD's schema, and minimum sizes of lists and maps. They apply only to a
   * present property.
   */
  readonly constraints: readonly Step[];
  readonly ofType: readonly Step[];
  readonly isEqual: (left: unknown, right: unknown) => boolean;
  /** True if no rule can fail for an absent value, so that an absent value is not checked. */
  readonly skipsAbsent: boolean;
  /** True if the rules of the property's type do not apply to an absent list or map. */
  readonly isOfPresent: boolean;
  /**
   * True if an update from an absent to an explicitly empty list or map, or the reverse, counts as
   * a change.
   */
  readonly isEmptyValue: boolean;
  /**
   * True if the old value is normalized before it is compared: an absent value to the zero of its
   * type, or null to undefined.
   */
  readonly isOldRead: boolean;
}

/** Returns the plan for validating a type. */
export function typePlan(schema: TypeSchema, environment: RuleEnvironment): TypePlan {
  const { own, value: of, identity, implied, isOpaque, bases, fields, union } = typeRules(schema);
  const place: RuleSubject = { environment, of, identity };
  const ofBases = bases.filter(typeHasRules).map((base) => ({ rules: [], check: baseCheck(base, environment) }));
  const inside = isOpaque ? [] : [...effective(implied).map((rule) => stepOf(rule, place)), ...ofBases];
  return {
    of,
    own: rulePlan(
      own.filter((rule) => !isOfCRD(rule)),
      place,
    ),
    steps: [...constraintChecks(own.filter(isOfCRD), place), ...inside],
    fields: isOpaque ? [] : fields.map((field) => fieldPlan(field, environment)),
    union: isOpaque || union === undefined ? undefined : unionCheck(union, environment),
  };
}

/**
 * Returns the check of the properties that a type inherits from a base. An update runs the check
 * only if one of these properties has changed.
 */
function baseCheck(base: TypeSchema, environment: RuleEnvironment): Check {
  const { fields = {}, gvk } = shapeOf(base);
  const names = Object.keys(fields).filter((name) => gvk === undefined || (name !== "kind" && name !== "apiVersion"));
  const schema = comparedShape({ type: "ref", to: () => base }) === undefined ? undefined : base;
  const validate = environment.functionOf(base);
  return (op, path, obj, oldObj, errors) => {
    const isSame =
      op.type === "Update" && oldObj !== undefined && equalIn(obj as object, oldObj as object, names as never, schema);
    if (!isSame) validate(op, path, obj, oldObj, errors);
  };
}

/**
 * Returns the check of a union of types, by the type that the discriminator selects. If an update
 * changes the discriminator, that type's check gets no old value.
 */
function unionCheck(
  { discriminator: name, members, values }: NonNullable<TypeRules["union"]>,
  environment: RuleEnvironment,
): Check {
  const known = new Map<unknown, Check>(
    members.filter(([, type]) => typeHasRules(type)).map(([tag, type]) => [tag, environment.functionOf(type)]),
  );
  const check = values === undefined ? undefined : discriminatorCheck(name, new Set([...values].sort()));
  return (op, path, value, oldValue, errors) => {
    const [obj, oldObj] = [value as object, oldValue as object | undefined];
    check?.(op, path, obj, oldObj, errors);
    const tag: unknown = Reflect.get(obj, name);
    const isSameMember = oldObj !== undefined && Reflect.get(oldObj, name) === tag;
    known.get(tag)?.(op, path, obj, isSameMember ? oldObj : undefined, errors);
  };
}

function fieldPlan(
  { name, value: of, own, implied, presence, identity }: FieldRules,
  environment: RuleEnvironment,
): FieldPlan {
  const place: RuleSubject = { environment, of, identity };
  const rulesOfType = effective(implied);
  const isZeroed = of.optional && !of.pointer;
  const hasOptional = own.some(isOptional);
  const skipsAbsent =
    presence !== "required" &&
    [...own, ...rulesOfType].every((rule) => ignoresAbsent(rule, of) && (hasOptional || !rejectsUnset(rule)));
  // An absent list or map has no size, so a minimum size applies only to an explicit `[]` or `{}`.
  const isOfPresentOnly = (rule: AnyRule): boolean => isOfCRD(rule) || (isZeroed && isLeastSize(rule));
  const ofAliases = isZeroed ? implied.flatMap(aliasRules) : [];
  const isOfPresent = ofAliases.some(isOfPresentOnly);
  const isCounted = isOfPresent || (isZeroed && own.some(isOfPresentOnly));
  // For rules, an empty value equals an absent one, unless null is the unset value of the property.
  const isNullable = of.pointer && (of.kind === "list" || of.kind === "map" || of.kind === "bytes");
  return {
    name,
    of,
    presence,
    zero: filledZero(of.shape),
    needs: needsOf(of.shape),
    own: rulePlan(
      own.filter((rule) => !isOfPresentOnly(rule) && !(skipsAbsent && of.pointer && isOptional(rule))),
      place,
    ),
    constraints: constraintChecks(own.filter(isOfPresentOnly), place),
    ofType: rulesOfType.map((rule) => stepOf(rule, place)),
    isEqual: equalityOf(of),
    skipsAbsent,
    isOfPresent: isOfPresent && !skipsAbsent,
    isEmptyValue: isNullable || (isCounted && [...own, ...ofAliases].every(({ kind }) => kind !== "update")),
    isOldRead: of.nullable === true || (isZeroed && isPrimitive(of.kind)),
  };
}

/**
 * Reports whether a rule comes from the marker `+k8s:optional`. If that rule fails, because the
 * value is unset, no further rules run.
 */
function isOptional(rule: AnyRule): boolean {
  return rule.kind === "optional";
}

/**
 * Returns the rules of the alias to which a rule refers, including the aliases to which that alias
 * refers.
 */
function aliasRules(rule: ImpliedRule): readonly Rule[] {
  if (rule.kind !== "type") return [];
  const { own, implied } = typeRules(rule.to);
  return [...own, ...implied.flatMap(aliasRules)];
}

/**
 * Reports whether a rule never fails for an absent value, and does not prevent other rules from
 * running for it.
 */
function ignoresAbsent(rule: AnyRule, of: RuleValue): boolean {
  if (!of.optional || of.isZeroUnset === true) return false;
  if (isOptional(rule) || isOfCRD(rule)) return true;
  return (of.pointer ? ignoredIfUndefined : ignoredIfEmpty).has(rule.kind) && !isSilent(rule);
}

/** Reports whether a rule refers to a type that has rules for unset values. */
function rejectsUnset(rule: AnyRule): boolean {
  return rule.kind === "type" && unsetRules(rule.to).length > 0;
}

function isLeastSize({ kind }: AnyRule): boolean {
  return kind === bounds.items[0] || kind === bounds.properties[0];
}

const ignoredIfEmpty: ReadonlySet<AnyRule["kind"]> = new Set([
  ...bounds.items,
  ...bounds.properties,
  ...(["items", "keys", "values", "item", "unique"] as const),
]);

const ignoredIfUndefined: ReadonlySet<AnyRule["kind"]> = new Set([
  ...bounds.value,
  ...bounds.characters,
  ...(["maxBytes", "enum", "format", "type"] as const),
]);

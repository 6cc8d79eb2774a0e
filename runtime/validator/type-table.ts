import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { effective, typeHasRules, isOfCRD, typeRules, type FieldRules, type TypeRules } from "../rules/type-rules.js";
import { isPrimitive } from "../rules/value.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";
import * as helpers from "../validate/index.js";
import type { Operation, Validator } from "../validate/index.js";
import { comparedShape } from "./compared-shape.js";
import { fieldPlan } from "./facts.js";
import { needsOf, filledZero } from "./filled.js";
import { equalityOf, propertyValueOf, type RuleEnvironment, type ValidatedPlace } from "./place.js";
import { runConstraints, runRule, runRules } from "./table.js";

/** The object that a function validates, and the object before the update. */
interface Objects {
  readonly op: Operation;
  readonly fldPath: Path | undefined;
  readonly obj: object;
  readonly oldObj: object | undefined;
  readonly errors: FieldError[];
}

type Step = (objects: Objects) => void;

/** Returns the function that validates a type, without source text. */
export function typeTable(environment: RuleEnvironment, schema: TypeSchema): Validator<unknown> {
  const rules = typeRules(schema);
  const { value: of, identity } = rules;
  const own = rules.own.filter((rule) => !isOfCRD(rule));
  const constraints = rules.own.filter(isOfCRD);
  const implied = effective(rules.implied);
  const steps = rules.isOpaque ? [] : stepsOf(rules, environment);
  return (op, fldPath, value, oldValue, errors) => {
    const place: ValidatedPlace = {
      environment,
      op,
      path: fldPath,
      value,
      oldValue,
      of: { ...of, pointer: false },
      identity,
    };
    if (!runRules(own, place, errors)) return;
    runConstraints(constraints, place, errors);
    if (rules.isOpaque) return;
    for (const rule of implied) runRule(rule, place, errors);
    // Assertion: only objects have steps.
    const objects = { op, fldPath, obj: value as object, oldObj: oldValue as object | undefined, errors };
    for (const step of steps) step(objects);
  };
}

function stepsOf({ bases, fields, union }: TypeRules, environment: RuleEnvironment): readonly Step[] {
  return [
    ...bases.filter(typeHasRules).map((base) => baseStep(base, environment)),
    ...fields.map((field) => fieldStep(field, environment)),
    ...(union === undefined ? [] : [unionStep(union, environment)]),
  ];
}

/**
 * Returns the step that validates the inherited properties. In an update, it runs only if one of
 * them has changed.
 */
function baseStep(base: TypeSchema, environment: RuleEnvironment): Step {
  const { fields = {}, gvk } = shapeOf(base);
  const names = Object.keys(fields).filter((name) => gvk === undefined || (name !== "kind" && name !== "apiVersion"));
  const schema = comparedShape({ type: "ref", to: () => base }) === undefined ? undefined : base;
  const validate = environment.functionOf(base);
  return ({ op, fldPath, obj, oldObj, errors }) => {
    const isSame = op.type === "Update" && oldObj !== undefined && helpers.equalIn(obj, oldObj, names as never, schema);
    if (!isSame) validate(op, fldPath, obj, oldObj, errors);
  };
}

/** Returns the step that validates a union by the type of its current member. */
function unionStep(
  { discriminator, members, values }: NonNullable<TypeRules["union"]>,
  environment: RuleEnvironment,
): Step {
  const known = new Map(
    members.filter(([, type]) => typeHasRules(type)).map(([tag, type]) => [tag, environment.functionOf(type)]),
  );
  const all = values === undefined ? undefined : new Set([...values].sort());
  return ({ op, fldPath, obj, oldObj, errors }) => {
    if (all !== undefined) helpers.discriminator(op, fldPath, obj, oldObj, discriminator, all, errors);
    const tag: unknown = Reflect.get(obj, discriminator);
    const isSameMember = oldObj !== undefined && Reflect.get(oldObj, discriminator) === tag;
    known.get(tag as string)?.(op, fldPath, obj, isSameMember ? oldObj : undefined, errors);
  };
}

function fieldStep(field: FieldRules, environment: RuleEnvironment): Step {
  const { name, value: of, presence, identity } = field;
  const { own, constraints, ofType, skipsAbsent, isOfPresent, isEmptyValue } = fieldPlan(field);
  const equal = equalityOf(of);
  const [zero, needs] = [filledZero(of.shape), needsOf(of.shape)];
  const hasOwnRules = own.length > 0 || constraints.length > 0 || ofType.length > 0;
  const isZeroed = of.optional && !of.pointer && isPrimitive(of.kind);
  return ({ op, fldPath, obj, oldObj, errors }) => {
    if (presence === "required" && !helpers.isPresent(op, fldPath, obj, oldObj, name, errors, zero, needs)) return;
    if (!hasOwnRules) return;
    const given: unknown = of.nullable === true ? propertyValueOf(obj, name, of) : Reflect.get(obj, name);
    if (skipsAbsent && given === undefined) return;
    const value = skipsAbsent ? given : propertyValueOf(obj, name, of);
    const oldValue: unknown =
      oldObj === undefined
        ? undefined
        : isZeroed || of.nullable === true
          ? propertyValueOf(oldObj, name, of)
          : Reflect.get(oldObj, name);
    const isSame = !isEmptyValue || (given === undefined) === (oldValue === undefined);
    if (op.type === "Update" && oldObj !== undefined && isSame && equal(value, oldValue)) return;
    const place: ValidatedPlace = {
      environment,
      op,
      path: helpers.child(fldPath, name),
      value,
      oldValue,
      of,
      identity,
    };
    if (!runRules(own, place, errors)) return;
    if (presence === "optional" && helpers.isMissing(op, fldPath, obj, name, zero, needs)) return;
    if (given !== undefined || !of.optional) runConstraints(constraints, place, errors);
    if (given !== undefined || !isOfPresent) for (const rule of ofType) runRule(rule, place, errors);
  };
}

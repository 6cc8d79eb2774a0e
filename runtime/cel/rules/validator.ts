import { oncePer } from "../../util/once-per.js";
import { getOwn } from "../../json/values.js";
import { environmentOf } from "../environment/environment.js";
import { reader } from "../values/read.js";
import type { Read } from "../values/value.js";
import { compiled, fieldPathOf, type Programs, type RuleError } from "./rule.js";
import { bind, rulePlace, type CELFunction, type CELFunctions } from "../printed/evaluate.js";
import { propertyPath, celRulesIn, type WrittenRule, type CELRuleSchema } from "../types/rule.js";
import { escapedName } from "../types/names.js";
import { isSchema, schemaType, type DeclaredType, type SchemaValueType } from "../types/schema.js";

/** A rule and its compiled programs. A rule without a valid expression has no programs. */
export interface NodeRule {
  readonly rule: WrittenRule;
  readonly error?: RuleError | undefined;
  readonly programs?: Programs | undefined;
  /**
   * The printed function of the rule; undefined if there is none. If the function fails, the
   * evaluator evaluates the rule.
   */
  readonly printed?: CELFunction | undefined;
  /**
   * The path of the field to which the errors of the rule are assigned; empty for the value itself.
   */
  readonly fieldPath: string;
}

/** The printed rules of a type, and the name of the type. */
export interface PrintedRules {
  readonly type: string;
  readonly functions: CELFunctions;
}

/** Options that the validators of all parts of a schema share. */
interface Build {
  readonly version: string | undefined;
  readonly printed: PrintedRules | undefined;
}

/** A schema, and its path in the schema of the object. */
interface Part {
  readonly schema: CELRuleSchema;
  /**
   * True if the values have a type. False for the items or values of a list or map whose type is
   * unknown.
   */
  readonly isTyped: boolean;
  /** The path of the values, such as `spec.toppings[]`. `{}` marks the values of maps. */
  readonly path: string;
}

/** The rules of a schema and of its parts (Go: cel.Validator). */
export interface RuleValidator {
  readonly schema: CELRuleSchema;
  readonly rules: readonly NodeRule[];
  /** True if the schema has rules that cannot be compiled, because its values have no type. */
  readonly isUntyped: boolean;
  readonly usesOldSelf: boolean;
  readonly read: Read;
  readonly allOf: readonly RuleValidator[];
  readonly items: RuleValidator | undefined;
  readonly values: RuleValidator | undefined;
  readonly properties: ReadonlyMap<string, RuleValidator> | undefined;
}

interface Known {
  readonly printed: PrintedRules["functions"] | undefined;
  readonly validator: RuleValidator | undefined;
}

const validators = oncePer((_schema: CELRuleSchema) => new Map<number, Known>());

/**
 * Returns the validator of a schema; undefined if the schema has no rules.
 *
 * @param version the Kubernetes version whose CEL language is used
 * @throws RangeError for an unknown version of Kubernetes
 */
export function validatorOf(
  schema: CELRuleSchema,
  version: string | undefined,
  printed?: PrintedRules,
): RuleValidator | undefined {
  const { minor } = environmentOf(version);
  const versions = validators(schema);
  let known = versions.get(minor);
  if (known === undefined || known.printed !== printed?.functions) {
    const part: Part = { schema, isTyped: true, path: "" };
    const validator = schemaHasRules(schema) ? build(schema, part, { version, printed }) : undefined;
    versions.set(minor, (known = { printed: printed?.functions, validator }));
  }
  return known.validator;
}

/** Reports whether a schema or a part of it has rules. Rules in `allOf` do not count. */
export function schemaHasRules(schema: CELRuleSchema): boolean {
  return celRulesIn(schema).next().done !== true;
}

/**
 * Returns the validator of a schema; undefined if the schema has no rules.
 *
 * @param rules the schema with the rules: the schema of the values, or a part of its `allOf`
 */
function build(rules: CELRuleSchema, place: Part, context: Build): RuleValidator | undefined {
  const { schema, isTyped, path } = place;
  const self = isTyped ? schemaType(schema) : undefined;
  const part = (
    inRules: CELRuleSchema["items"] | boolean,
    own: CELRuleSchema["items"] | boolean,
    step: string,
  ): RuleValidator | undefined => {
    if (!isSchema(inRules) || !isSchema(own)) return undefined;
    return build(inRules, { schema: own, isTyped: self !== undefined, path: `${path}${step}` }, context);
  };
  const listed = rules["x-kubernetes-validations"] ?? [];
  const own = self === undefined ? [] : listed.map((rule) => nodeRule(rule, place, self, context));
  const validator: RuleValidator = {
    schema,
    rules: own,
    isUntyped: self === undefined && listed.length > 0,
    usesOldSelf: own.some(({ programs }) => programs?.usesOldSelf === true),
    read: reader(schema),
    items: part(rules.items, schema.items, "[]"),
    values: part(rules.additionalProperties, schema.additionalProperties, "{}"),
    properties: propertiesOf(rules, place, self, context),
    allOf: (rules.allOf ?? []).map((each) => build(each, place, context)).filter((each) => each !== undefined),
  };
  const isEmpty =
    own.length === 0 && !validator.isUntyped && validator.properties === undefined && validator.allOf.length === 0;
  return isEmpty && validator.items === undefined && validator.values === undefined ? undefined : validator;
}

function propertiesOf(
  rules: CELRuleSchema,
  { schema: { properties = {} }, path }: Part,
  self: SchemaValueType | undefined,
  context: Build,
): ReadonlyMap<string, RuleValidator> | undefined {
  const found = new Map<string, RuleValidator>();
  for (const [name, inRules] of Object.entries(rules.properties ?? {})) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own === undefined || !hasType(name, own, self?.declared)) continue;
    const validator = build(inRules, { schema: own, isTyped: true, path: propertyPath(path, name) }, context);
    if (validator !== undefined) found.set(name, validator);
  }
  return found.size === 0 ? undefined : found;
}

/**
 * Reports whether a property has a type. Rules of properties without a type are never evaluated.
 */
function hasType(name: string, schema: CELRuleSchema, parent: DeclaredType | undefined): boolean {
  const field = escapedName(name);
  if (field === undefined) return schemaType(schema) !== undefined;
  return parent?.fields?.has(field) === true;
}

function nodeRule(rule: WrittenRule, part: Part, self: SchemaValueType, { version, printed }: Build): NodeRule {
  if ((rule.rule ?? "").trim() === "") return { rule, fieldPath: "" };
  const programs = compiled(rule, self, version);
  if (programs.error !== undefined) return { rule, error: programs.error, fieldPath: "" };
  // As in Kubernetes, the fieldPath has no effect if the messageExpression is wrong.
  const fieldPath = programs.message?.error === undefined ? fieldPathOf(rule, part.schema) : "";
  return { rule, programs, fieldPath, printed: printed && printedRule(rule, part, printed) };
}

function printedRule(
  { rule = "" }: WrittenRule,
  { schema, path }: Part,
  { type, functions }: PrintedRules,
): CELFunction | undefined {
  const make = getOwn(functions, rulePlace(type, path, rule));
  return make && bind(make, schema);
}

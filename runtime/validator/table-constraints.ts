import { namedStringFormat } from "../crd/formats.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Rule, RuleOf } from "../schema/rule.js";
import type { AnyRule } from "../rules/type-rules.js";
import { resolved } from "../rules/value.js";
import * as helpers from "../validate/index.js";
import type { ValidatedPlace } from "./place.js";

type List = readonly unknown[] | undefined;

/** Adds the error of a constraint of a CRD's schema, for a value that is present. */
export function constraint(rule: AnyRule, place: ValidatedPlace, errors: FieldError[]): void {
  if (place.value === undefined) return;
  if (rule.kind === "embeddedResource") {
    helpers.embeddedResource(place.path, place.value as object, errors);
    return;
  }
  const error = constraintError(rule, place);
  if (error !== undefined) errors.push(error);
}

function constraintError(rule: AnyRule, place: ValidatedPlace): FieldError | undefined {
  const { environment, path, value, of } = place;
  const isOpen = ["any", "IntOrString"].includes(resolved(of.shape).type);
  const text = isOpen && typeof value !== "string" ? undefined : (value as string);
  const number = isOpen && typeof value !== "number" ? undefined : (value as number);
  switch (rule.kind) {
    case "minimum":
    case "maximum":
      return number === undefined || !("limit" in rule) ? undefined : numberError(rule, number, path);
    case "multipleOf": {
      if (number === undefined) return undefined;
      const isMultiple = of.kind === "int" ? number % rule.limit === 0 : helpers.isMultipleOf(number, rule.limit);
      return isMultiple ? undefined : helpers.crdMultipleOf(path, value, rule.limit);
    }
    case "minLength":
      return text !== undefined && helpers.isShorter(text, rule.limit)
        ? helpers.crdMinLength(path, value, rule.limit)
        : undefined;
    case "maxLength":
      return text !== undefined && helpers.isLonger(text, rule.limit)
        ? helpers.crdMaxLength(path, rule.limit)
        : undefined;
    case "pattern": {
      const pattern = environment.pattern(rule.text);
      return text !== undefined && !pattern.matches(text) ? helpers.crdPattern(path, value, pattern.text) : undefined;
    }
    case "format": {
      // Assertion: the test of a format has this form.
      const test: (one: string) => boolean = helpers[namedStringFormat(rule.format) as "isURI"];
      return text !== undefined && !test(text) ? helpers.crdFormat(path, value, rule.format) : undefined;
    }
    case "unique":
      return helpers.hasDuplicates(value as readonly unknown[]) ? helpers.crdUniqueItems(path) : undefined;
    case "enum": {
      const values: ReadonlySet<string | number | boolean> = new Set(rule.values);
      return values.has(value as string) ? undefined : helpers.crdEnum(path, value, values);
    }
    default:
      return sizeError(rule, place);
  }
}

function numberError(rule: Extract<Rule, { readonly limit: number }>, value: number, path: Path | undefined) {
  const { kind, limit: bound, exclusive = false } = rule;
  if (kind === "minimum" ? value > bound : value < bound) return undefined;
  if (value === bound && !exclusive) return undefined;
  if (kind === "minimum") return (exclusive ? helpers.crdExclusiveMinimum : helpers.crdMinimum)(path, value, bound);
  return (exclusive ? helpers.crdExclusiveMaximum : helpers.crdMaximum)(path, value, bound);
}

function sizeError(rule: AnyRule, { op, path, value, of }: ValidatedPlace): FieldError | undefined {
  const sizeIn = (): number =>
    of.kind === "map" ? helpers.sizeOf(value as object) : helpers.countProperties(op, path, value as object);
  switch (rule.kind) {
    case "minItems":
    case "maxItems": {
      const length = helpers.lengthOf(value as List);
      if (rule.kind === "minItems" ? length >= rule.limit : length <= rule.limit) return undefined;
      return (rule.kind === "minItems" ? helpers.crdMinItems : helpers.crdMaxItems)(path, length, rule.limit);
    }
    case "minProperties":
    case "maxProperties": {
      const size = sizeIn();
      if (rule.kind === "minProperties" ? size >= rule.limit : size <= rule.limit) return undefined;
      return (rule.kind === "minProperties" ? helpers.crdMinProperties : helpers.crdMaxProperties)(
        path,
        size,
        rule.limit,
      );
    }
    case "union":
    case "zeroOrOneOf":
    case "atLeastOneOf": {
      const count = helpers.countSet(
        op,
        path,
        value as object,
        rule.members.map(({ name }) => name),
      );
      const isRight = { union: count === 1, zeroOrOneOf: count <= 1, atLeastOneOf: count >= 1 }[rule.kind];
      return isRight ? undefined : helpers.crdOneOf(path, oneOfMessage(rule));
    }
    default:
      return undefined;
  }
}

const counts = {
  zeroOrOneOf: ["at most", "may"],
  union: ["exactly", "must"],
  atLeastOneOf: ["at least", "must"],
} as const;

/** Returns the message of controller-gen's CEL rule. */
export function oneOfMessage({ kind, members }: RuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">): string {
  const [start, verb] = counts[kind];
  return `${start} one of the fields in [${members.map(({ name }) => name).join(" ")}] ${verb} be set`;
}

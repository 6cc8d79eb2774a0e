import { namedStringFormat } from "../crd/formats.js";
import { resolved } from "../rules/value.js";
import type { SourceCondition } from "./conditions.js";
import { callFunction, push, when, type AnyRule, type ValidatorScope } from "./scope.js";

/**
 * Returns the condition of a constraint of a CRD's schema, for a value that is present; undefined
 * for other rules.
 */
export function constraintCondition(rule: AnyRule, scope: ValidatorScope): SourceCondition | undefined {
  const { value, path, file } = scope;
  switch (rule.kind) {
    case "minimum":
    case "maximum": {
      const name = `${rule.exclusive === true ? "Exclusive" : ""}${rule.kind === "minimum" ? "Minimum" : "Maximum"}`;
      const operator = `${rule.kind === "minimum" ? "<" : ">"}${rule.exclusive === true ? "=" : ""}`;
      const limit = String(rule.limit);
      const fails = ifType(scope, "number", `${value} ${operator} ${limit}`);
      return failsIf(fails, callFunction(scope, `crd${name}`, path, value, limit));
    }
    case "multipleOf": {
      const limit = String(rule.limit);
      const isInteger = scope.of.kind === "int";
      const test = isInteger ? `${value} % ${limit} !== 0` : `!${callFunction(scope, "isMultipleOf", value, limit)}`;
      return failsIf(ifType(scope, "number", test), callFunction(scope, "crdMultipleOf", path, value, limit));
    }
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return counting(rule.kind, String(rule.limit), scope);
    case "unique":
      return failsIf(callFunction(scope, "hasDuplicates", value), callFunction(scope, "crdUniqueItems", path));
    case "pattern": {
      const variable = file.pattern(rule.text);
      const error = callFunction(scope, "crdPattern", path, value, `${variable}.text`);
      return failsIf(ifType(scope, "string", `!${variable}.matches(${value})`), error);
    }
    case "format": {
      const error = callFunction(scope, "crdFormat", path, value, JSON.stringify(rule.format));
      return failsIf(
        ifType(scope, "string", `!${callFunction(scope, namedStringFormat(rule.format) ?? "", value)}`),
        error,
      );
    }
    case "enum": {
      const values = file.constant(new Set(rule.values));
      return failsIf(`!${values}.has(${value})`, callFunction(scope, "crdEnum", path, value, values));
    }
    case "union":
    case "zeroOrOneOf":
    case "atLeastOneOf": {
      const names = rule.members.map(({ name }) => name);
      const found = callFunction(scope, "countSet", "op", path, value, JSON.stringify(names));
      const [limit, start, verb] = counts[rule.kind];
      const message = `${start} one of the fields in [${names.join(" ")}] ${verb} be set`;
      return failsIf(`${found} ${limit}`, callFunction(scope, "crdOneOf", path, JSON.stringify(message)));
    }
    default:
      return undefined;
  }
}

const counts = {
  zeroOrOneOf: ["> 1", "at most", "may"],
  union: ["!== 1", "exactly", "must"],
  atLeastOneOf: ["< 1", "at least", "must"],
} as const;

/** Kinds of rules of texts. After a failure, the next ones do not run. */
const ofTexts: ReadonlySet<AnyRule["kind"]> = new Set(["maxLength", "minLength", "pattern"] as const);

/** Returns the statements of rules of a CRD's schema, for a value that is present. */
export function constraintStatements(
  rules: readonly AnyRule[],
  scope: ValidatorScope,
  emit: (rule: AnyRule, scope: ValidatorScope) => string,
): string {
  const chain = rules
    .filter(({ kind }) => ofTexts.has(kind))
    .reduceRight((after, rule) => {
      const condition = constraintCondition(rule, scope);
      return condition === undefined ? after : when(condition.fails, push(condition.error), after);
    }, "");
  return chain + rules.map((rule) => (ofTexts.has(rule.kind) ? "" : emit(rule, scope))).join("");
}

function counting(kind: string, limit: string, scope: ValidatorScope): SourceCondition {
  const { value, path, of } = scope;
  const isMinimum = kind.startsWith("min");
  const errorName = `crd${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (kind.endsWith("Length")) {
    const test = callFunction(scope, isMinimum ? "isShorter" : "isLonger", value, limit);
    const error = isMinimum
      ? callFunction(scope, errorName, path, value, limit)
      : callFunction(scope, errorName, path, limit);
    return failsIf(ifType(scope, "string", test), error);
  }
  const ofObject =
    of.kind === "map"
      ? callFunction(scope, "sizeOf", value)
      : callFunction(scope, "countProperties", "op", path, value);
  const size = kind.endsWith("Items") ? callFunction(scope, "lengthOf", value) : ofObject;
  return failsIf(`${size} ${isMinimum ? "<" : ">"} ${limit}`, callFunction(scope, errorName, path, size, limit));
}

/** Returns a test that holds only for values of a type, if values can be of several types. */
function ifType({ of, value }: ValidatorScope, type: "string" | "number", test: string): string {
  const under = resolved(of.shape).type;
  return under === "any" || under === "IntOrString" ? `typeof ${value} === "${type}" && ${test}` : test;
}

function failsIf(fails: string, error: string): SourceCondition {
  return { fails, passes: `!(${fails})`, error };
}

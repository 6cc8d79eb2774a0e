import type { Constraint } from "../validation/crd/constraint.js";
import type { Variable } from "../validation/rule.js";
import type { RuleData } from "./rule-data.js";
import type { RuleRecord } from "./rules.js";

/** Facts on which the records of constraints depend. */
export interface ConstraintScope {
  readonly variables: ReadonlyMap<string, Variable>;
  /** Returns a property of the object to which the constraint belongs. */
  readonly property: (name: string) => RuleData | undefined;
}

/** Returns the rules that a constraint of a CRD's schema is for fuzzers. */
export function rulesOfConstraint(constraint: Constraint, scope: ConstraintScope): readonly RuleRecord[] {
  switch (constraint.keyword) {
    case "minimum":
    case "maximum": {
      const { keyword, limit, isExclusive } = constraint;
      const distance = keyword === "minimum" ? 1 : -1;
      return [{ kind: keyword, limit: isExclusive ? limit + distance : limit }];
    }
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
    case "multipleOf":
      return [{ kind: constraint.keyword, limit: constraint.limit }];
    case "uniqueItems":
      return [{ kind: "unique" }];
    case "embeddedResource":
      return [{ kind: "embeddedResource" }];
    case "format":
      return [{ kind: "textFormat", format: constraint.name.replaceAll("-", "") }];
    case "pattern": {
      const found = scope.variables.get(constraint.variable);
      return found?.kind === "pattern" ? [{ kind: "pattern", text: found.text }] : [];
    }
    case "enum": {
      const found = scope.variables.get(constraint.variable);
      return found?.kind === "values" ? [{ kind: "enum", values: found.values }] : [];
    }
    case "oneOf": {
      const members = constraint.names.flatMap((name): RuleData[] => {
        const property = scope.property(name);
        return property === undefined ? [] : [{ name, value: name, property }];
      });
      const kinds = { ExactlyOneOf: "union", AtMostOneOf: "zeroOrOneOf", AtLeastOneOf: "atLeastOneOf" };
      return [{ kind: kinds[constraint.count], members }];
    }
  }
}

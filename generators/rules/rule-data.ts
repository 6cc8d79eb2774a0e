import type { Rule as RuleData, ItemKeys } from "../../runtime/schema/rule.js";
import type { Constraint } from "./crd/constraint.js";
import type { ValueCheck, ItemSelector, CheckRule, Variable } from "./rule.js";

/** Returns rules as data, as a schema has them. Calls of the functions of types are left out. */
export function dataOf(rules: readonly CheckRule[], variables: ReadonlyMap<string, Variable>): readonly RuleData[] {
  return rules.flatMap((rule) => new Reader(variables).read(rule));
}

class Reader {
  readonly #variables: ReadonlyMap<string, Variable>;

  constructor(variables: ReadonlyMap<string, Variable>) {
    this.#variables = variables;
  }

  read(rule: CheckRule): readonly RuleData[] {
    const { check, nonError, stability } = rule;
    const facts = {
      ...(stability !== undefined && { stability }),
      ...(nonError && check.kind !== "optional" && { silent: true as const }),
    };
    const data = check.kind === "fixed" ? [fixed(rule, check)] : this.#of(check);
    return data.map((one) => ({ ...one, ...facts }));
  }

  #of(check: Exclude<ValueCheck, { kind: "fixed" }>): readonly RuleData[] {
    switch (check.kind) {
      case "required":
      case "optional":
      case "forbidden":
        return [{ kind: check.kind }];
      case "immutable":
      case "monotonic":
        return [{ kind: "update", only: check.kind }];
      case "minimum":
      case "maximum":
      case "minLength":
      case "maxLength":
      case "maxBytes":
      case "minItems":
      case "maxItems":
      case "minProperties":
      case "maxProperties":
        return [{ kind: check.kind, limit: Number(check.limit) }];
      case "format":
        return [{ kind: "format", format: check.format }];
      case "enum":
        return this.#enumeration(check);
      case "neq":
        return [{ kind: "neq", value: check.value }];
      case "crd":
        return this.#constraint(check.constraint);
      case "update":
        return check.constraints.map((only) => ({ kind: "update", only }));
      case "unique":
        return [{ kind: "unique", ...(check.identity.kind === "keys" && { keys: check.identity.names }) }];
      case "custom":
        return [{ kind: "custom", name: check.fn.name }];
      case "crdGroup":
        return this.#all(check.rules);
      case "type":
        return [];
      default:
        return this.#ofParts(check);
    }
  }

  #ofParts(check: Exclude<ValueCheck, { kind: "fixed" }>): readonly RuleData[] {
    switch (check.kind) {
      case "eachItem":
        return this.#within(check.inner, (rules) => ({ kind: "items", rules }));
      case "eachValue":
        return this.#within(check.inner, (rules) => ({ kind: "values", rules }));
      case "eachKey":
        return this.#within(check.inner, (rules) => ({ kind: "keys", rules }));
      case "item":
        return this.#within(check.inner, (rules) => ({ kind: "item", where: selector(check.selector), rules }));
      case "subfield":
        return this.#within(check.inner, (rules) => ({ kind: "subfield", name: check.field.name, rules }));
      case "option":
        return this.#within(check.inner, (rules) => ({
          kind: "option",
          option: check.option,
          enabled: check.enabled,
          rules,
        }));
      case "union":
      case "zeroOrOneOf":
        return this.#union(check);
      case "dependentRequired":
      case "dependentForbidden":
        return [{ kind: check.kind, trigger: check.trigger.name, dependent: check.dependent.name }];
      case "mode":
        return [this.#mode(check)];
      default:
        return [];
    }
  }

  #all(rules: readonly CheckRule[]): readonly RuleData[] {
    return rules.flatMap((rule) => this.read(rule));
  }

  #within(inner: CheckRule, around: (rules: readonly RuleData[]) => RuleData): readonly RuleData[] {
    const rules = this.read(inner);
    return rules.length === 0 ? [] : [around(rules)];
  }

  #variable<K extends Variable["kind"]>(kind: K, name: string): Extract<Variable, { kind: K }> {
    const found = this.#variables.get(name);
    if (found?.kind !== kind) throw new Error(`no variable ${name}`);
    return found as Extract<Variable, { kind: K }>;
  }

  #enumeration({ symbols, exclusions }: Extract<ValueCheck, { kind: "enum" }>): readonly RuleData[] {
    const { values } = this.#variable("symbols", symbols);
    const excluded = exclusions === undefined ? undefined : this.#variable("exclusions", exclusions).exclusions;
    return [{ kind: "enum", values, ...(excluded !== undefined && { exclusions: excluded }) }];
  }

  #union({ kind, table, discriminator }: Extract<ValueCheck, { kind: "union" | "zeroOrOneOf" }>): readonly RuleData[] {
    const members = this.#variable("members", table).members.map(({ label, memberName, of }) => ({
      name: label,
      value: memberName,
      ...("selector" in of && { item: selector(of.selector) }),
    }));
    return [{ kind, members, ...(discriminator !== undefined && { discriminator: discriminator.name }) }];
  }

  #mode({ field, discriminator, cases, otherwise }: Extract<ValueCheck, { kind: "mode" }>): RuleData {
    return {
      kind: "mode",
      name: field.name,
      discriminator: discriminator.name,
      cases: cases.map(({ value, rules }) => ({ value, rules: this.#all(rules) })),
      ...(otherwise.stability !== undefined && { stability: otherwise.stability }),
    };
  }

  #constraint(constraint: Constraint): readonly RuleData[] {
    const texts = "crd";
    switch (constraint.keyword) {
      case "minimum":
      case "maximum": {
        const { keyword, limit, isExclusive } = constraint;
        return [{ kind: keyword, limit, ...(isExclusive && { exclusive: true }), texts }];
      }
      case "uniqueItems":
        return [{ kind: "unique", texts }];
      case "embeddedResource":
        return [{ kind: "embeddedResource" }];
      case "format":
        return [{ kind: "format", format: constraint.name, texts }];
      case "pattern":
        return [{ kind: "pattern", text: this.#variable("pattern", constraint.variable).text, texts }];
      case "enum":
        return [{ kind: "enum", values: this.#variable("values", constraint.variable).values, texts }];
      case "oneOf": {
        const kinds = { ExactlyOneOf: "union", AtMostOneOf: "zeroOrOneOf", AtLeastOneOf: "atLeastOneOf" } as const;
        const members = constraint.names.map((name) => ({ name, value: name }));
        return [{ kind: kinds[constraint.count], members, texts }];
      }
      default:
        return [{ kind: constraint.keyword, limit: constraint.limit, texts }];
    }
  }
}

function fixed(
  { shortCircuit, cohort }: CheckRule,
  { result, message }: Extract<ValueCheck, { kind: "fixed" }>,
): RuleData {
  return {
    kind: "fixed",
    passes: result,
    message,
    ...(shortCircuit && { stops: true }),
    ...(cohort !== "" && { cohort }),
  };
}

function selector(terms: readonly ItemSelector[]): ItemKeys {
  return Object.fromEntries(terms.map(({ name, value }) => [name, value]));
}

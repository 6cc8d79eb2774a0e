import type { TypeId, Universe } from "../../engine/model/universe.js";
import { hasDefault } from "../defaults/read-default.js";
import { nativeKind, type Value } from "../validation/native.js";
import type { FieldNode, Iteration, TypeNode } from "../validation/node.js";
import type { ItemSelector, Member, NamedValue, Rule, Variable } from "../validation/rule.js";
import type { RuleModel } from "../validation/index.js";
import { rulesOfConstraint } from "./crd-rules.js";
import { syntaxRule } from "./syntax-rule.js";
import type { Lazy, RuleData } from "./rule-data.js";

/** A rule as `@apimachinery/runtime/testing` reads it. */
export interface RuleRecord {
  readonly kind: string;
  readonly [name: string]: RuleData | undefined;
}

/** What the rules of a type depend on. */
export interface RuleScope {
  readonly universe: Universe;
  readonly model: RuleModel;
  /** Defaults are set before objects are validated. */
  readonly setsDefaults: boolean;
  /** Returns the constant with the rules of a declared type; undefined without one. */
  readonly constantOf: (id: TypeId) => Lazy | undefined;
}

/** Returns the rules of all values of a declared type, in the order of validation. */
export function rulesOfType(scope: RuleScope, node: TypeNode): readonly RuleRecord[] {
  return new TypeRules(scope, node).all();
}

/** Returns the rules of a property of an object. */
export function rulesOfField(scope: RuleScope, node: TypeNode, field: FieldNode): readonly RuleRecord[] {
  return new TypeRules(scope, node).ofField(field);
}

class TypeRules {
  readonly #scope: RuleScope;
  readonly #node: TypeNode;
  readonly #variables: ReadonlyMap<string, Variable>;

  constructor(scope: RuleScope, node: TypeNode) {
    this.#scope = scope;
    this.#node = node;
    const all = [node.validations, ...node.fields.map(({ validations }) => validations)];
    this.#variables = new Map(all.flatMap(({ variables }) => variables).map((one) => [one.name, one]));
  }

  all(): readonly RuleRecord[] {
    const { validations, keys, values, alias, bases, fields } = this.#node;
    const stated = this.#all(validations.rules);
    const own = [...stated, ...syntaxRule(this.#scope.universe, this.#node.value.type, stated)];
    if (validations.opaque) return own;
    return [
      ...own,
      ...this.#iterations([keys, values]),
      ...[...(alias === undefined ? [] : [alias]), ...bases].flatMap((id) => this.#ofType(id)),
      ...fields.flatMap((field) => {
        const rules = this.ofField(field);
        const property = this.#property({ name: field.field.name, value: field.value });
        return rules.length === 0 ? [] : [{ kind: "property", property, rules }];
      }),
      ...this.#union(),
    ];
  }

  ofField({ field, validations, presence, type, implied, keys, values }: FieldNode): readonly RuleRecord[] {
    const own = this.#all(validations.rules);
    return [
      ...(presence === "required" ? [{ kind: "present" }] : []),
      ...own,
      ...syntaxRule(this.#scope.universe, field.type, own),
      ...(type === undefined ? [] : this.#ofType(type)),
      ...(implied === undefined ? [] : this.#of(implied)),
      ...this.#iterations([keys, values]),
    ];
  }

  #union(): readonly RuleRecord[] {
    const { declaration, members, discriminatorValues } = this.#node;
    const { shape } = declaration;
    if (shape.kind !== "union") return [];
    const withRules = members.flatMap(({ value, type }) => {
      const rules = this.#constant(type);
      return rules === undefined ? [] : [{ value, rules }];
    });
    const values = discriminatorValues === undefined ? undefined : shape.members.map(({ value }) => value);
    if (withRules.length === 0 && values === undefined) return [];
    return [{ kind: "oneOf", discriminator: shape.discriminator, members: withRules, values }];
  }

  #iterations(all: readonly (Iteration | undefined)[]): readonly RuleRecord[] {
    const { hasRules } = this.#scope.model;
    return all.flatMap((iteration) =>
      iteration !== undefined && (iteration.isOwn || iteration.types.some(hasRules)) ? this.#of(iteration.rule) : [],
    );
  }

  /** Returns the rules of a declared type; those of another npm package are code. */
  #ofType(id: TypeId): readonly RuleRecord[] {
    if (!this.#scope.model.hasRules(id)) return [];
    const name = id.slice(id.lastIndexOf("#") + 1);
    const rules = this.#constant(id);
    return [rules === undefined ? { kind: "code", name } : { kind: "type", name, rules }];
  }

  #constant(id: TypeId): Lazy | undefined {
    return this.#scope.model.hasRules(id) ? this.#scope.constantOf(id) : undefined;
  }

  #all(rules: readonly Rule[]): readonly RuleRecord[] {
    return rules.flatMap((rule) => this.#of(rule));
  }

  #of({ check, nonError }: Rule): readonly RuleRecord[] {
    if (nonError) return this.#stops(check);
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
        return [{ kind: "format", format: check.fn }];
      case "enum":
        return this.#enumeration(check.symbols, check.exclusions);
      case "neq":
        return [{ kind: "neq", value: check.value }];
      case "crd":
        return rulesOfConstraint(check.constraint, {
          variables: this.#variables,
          property: (name) => this.#named(name),
        });
      case "crdGroup":
        return this.#all(check.rules);
      case "update":
        return check.constraints.map((only) => ({ kind: "update", only }));
      case "unique":
        return [{ kind: "unique", keys: check.identity.kind === "keys" ? check.identity.names : undefined }];
      case "fixed":
        return [{ kind: "fixed", passes: check.result, message: check.message }];
      case "type":
        return this.#ofType(check.id);
      case "eachItem":
        return this.#withinParts("items", check.inner, check.element);
      case "eachValue":
        return this.#withinParts("values", check.inner, check.element);
      case "eachKey":
        return this.#within("keys", check.inner, { of: "string" });
      case "item":
        return this.#within("item", check.inner, { where: selector(check.selector) });
      case "subfield":
        return this.#within("property", check.inner, { property: this.#property(check.field) });
      case "option":
        return this.#within("option", check.inner, { option: check.option, enabled: check.enabled });
      case "union":
      case "zeroOrOneOf":
        return this.#members(check.kind, check.table, check.discriminator);
      case "dependentRequired":
      case "dependentForbidden": {
        const { kind, trigger, dependent } = check;
        return [{ kind, trigger: this.#property(trigger), dependent: this.#property(dependent) }];
      }
      case "mode": {
        const { field, discriminator } = check;
        const isBool = nativeKind(this.#scope.universe, discriminator.value.type) === "bool";
        const cases = check.cases.map(({ value, rules }) => ({
          value: isBool ? value === "true" : value,
          rules: this.#all(effective(rules)),
        }));
        const kind = "mode";
        return [{ kind, property: this.#property(field), discriminator: this.#property(discriminator), cases }];
      }
      default:
        return [{ kind: "code", name: (check as { readonly kind: string }).kind }];
    }
  }

  /** Returns a rule that adds no error, but prevents other rules from running. */
  #stops(check: Rule["check"]): readonly RuleRecord[] {
    if (check.kind === "required" || check.kind === "optional") return [{ kind: "optional" }];
    return check.kind === "subfield"
      ? this.#within("property", { ...check.inner, nonError: true }, { property: this.#property(check.field) })
      : [];
  }

  #within(kind: string, inner: Rule, rest: { readonly [name: string]: RuleData }): readonly RuleRecord[] {
    const rules = this.#of(inner);
    return rules.length === 0 ? [] : [{ kind, ...rest, rules }];
  }

  /** Returns the rules of the items of a list, or of the values of a map. */
  #withinParts(kind: string, inner: Rule, { type }: Value): readonly RuleRecord[] {
    const { universe } = this.#scope;
    const own = this.#of(inner);
    const rules = [...own, ...syntaxRule(universe, type, own)];
    return rules.length === 0 ? [] : [{ kind, of: nativeKind(universe, type), rules }];
  }

  #enumeration(symbols: string, excluded: string | undefined): readonly RuleRecord[] {
    const found = this.#variables.get(symbols);
    const exclusions = excluded === undefined ? undefined : this.#variables.get(excluded);
    if (found?.kind !== "symbols") return [{ kind: "code", name: "enum" }];
    return [
      {
        kind: "enum",
        values: found.values,
        exclusions: exclusions?.kind === "exclusions" ? exclusions.exclusions.map((one) => ({ ...one })) : undefined,
      },
    ];
  }

  #members(kind: string, table: string, discriminator: NamedValue | undefined): readonly RuleRecord[] {
    const found = this.#variables.get(table);
    if (found?.kind !== "members") return [{ kind: "code", name: kind }];
    const members = found.members.map((member) => this.#member(member));
    const own = discriminator === undefined ? undefined : this.#property(discriminator);
    return [{ kind, members, discriminator: own }];
  }

  #member({ label, memberName, of }: Member): RuleData {
    return "selector" in of
      ? { name: label, value: memberName, item: selector(of.selector) }
      : { name: label, value: memberName, property: this.#property(of) };
  }

  /** Returns a property that counts as set if it is present. */
  #named(name: string): RuleData | undefined {
    const found = this.#node.fields.find(({ field }) => field.name === name);
    if (found === undefined) return undefined;
    return this.#property({ name, value: { ...found.value, pointer: true } });
  }

  #property({ name, value: { type, optional, pointer } }: NamedValue): RuleData {
    const field = this.#node.fields.find((one) => one.field.name === name)?.field;
    return {
      name,
      of: nativeKind(this.#scope.universe, type),
      ...(optional ? { optional } : {}),
      ...(pointer ? { pointer } : {}),
      ...(field !== undefined && hasDefault(field.markers) && this.#scope.setsDefaults ? { defaulted: true } : {}),
    };
  }
}

/**
 * Returns the rules of a mode without a rule that a property is optional, if another rule runs
 * before: an unset value must keep that rule.
 */
function effective(rules: readonly Rule[]): readonly Rule[] {
  const first = rules.findIndex(({ shortCircuit }) => !shortCircuit);
  return rules.filter(({ check }, at) => check.kind !== "optional" || first === -1 || at < first);
}

function selector(terms: readonly ItemSelector[]): RuleData {
  return Object.fromEntries(terms.map(({ name, value }) => [name, value]));
}

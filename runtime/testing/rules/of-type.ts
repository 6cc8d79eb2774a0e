import { resolved } from "../../schema/resolve-shape.js";
import { isStringFormat } from "../../decode/text-formats.js";
import { oncePer } from "../../util/once-per.js";
import type * as data from "../../schema/rule.js";
import { stops } from "../../rules/stops.js";
import {
  effective,
  objectFields,
  typeHasRules,
  typeRules,
  type FieldRules,
  type ImpliedRule,
} from "../../rules/type-rules.js";
import { fieldValue, valueKindOf } from "../../rules/value.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../../schema/schema.js";
import type { TestedMember, TestedProperty, TestedRule, Rules } from "./rule.js";

const withDefaults = oncePer((schema: TypeSchema) => new TypeReader(schema, true).all());
const withoutDefaults = oncePer((schema: TypeSchema) => new TypeReader(schema, false).all());

/**
 * Returns the rules of a type, its fields and the types to which it refers.
 * @param setsDefaults true if defaults are set before objects are validated
 */
export function rulesOfType(schema: TypeSchema, setsDefaults: boolean): Rules {
  return setsDefaults ? withDefaults(schema) : withoutDefaults(schema);
}

/** Kinds of rules for which fuzzers change a string. */
const ofTexts: ReadonlySet<string> = new Set(["minLength", "maxLength", "pattern"]);

type Fields = Readonly<Record<string, FieldShape>>;

class TypeReader {
  readonly #schema: TypeSchema;
  readonly #setsDefaults: boolean;

  constructor(schema: TypeSchema, setsDefaults: boolean) {
    this.#schema = schema;
    this.#setsDefaults = setsDefaults;
  }

  all(): Rules {
    const { value, own, implied, isOpaque, bases, fields } = typeRules(this.#schema);
    const stated = withSyntax(value.shape, this.#own(own, value.shape));
    if (isOpaque) return stated;
    const ofFields = fields.flatMap((field): Rules => {
      const rules = this.#ofField(field);
      return rules.length === 0 ? [] : [{ kind: "property", property: this.#property(field.name), rules }];
    });
    const ofBases = bases.flatMap((base) => this.#implied([{ kind: "type", to: base }], value.shape));
    return [...stated, ...this.#implied(implied, value.shape), ...ofBases, ...ofFields, ...this.#union()];
  }

  #ofField({ value, own, implied, presence }: FieldRules): Rules {
    const { shape } = value;
    const present: Rules = presence === "required" ? [{ kind: "present" }] : [];
    return [...present, ...withSyntax(shape, this.#own(own, shape)), ...this.#implied(implied, shape)];
  }

  #union(): Rules {
    const { union } = typeRules(this.#schema);
    if (union === undefined) return [];
    const { discriminator, values } = union;
    const members = union.members.flatMap(([value, member]) =>
      typeHasRules(member) ? [{ value, rules: () => this.#rulesOf(member) }] : [],
    );
    if (members.length === 0 && values === undefined) return [];
    return [{ kind: "oneOf", discriminator, members, ...(values !== undefined && { values }) }];
  }

  #rulesOf(schema: TypeSchema): Rules {
    return rulesOfType(schema, this.#setsDefaults);
  }

  #implied(rules: readonly ImpliedRule[], shape: ValueShape): Rules {
    return effective(rules).map((rule): TestedRule => {
      if (rule.kind === "enum") return { kind: "enum", values: rule.values };
      if (rule.kind === "type") return { kind: "type", name: rule.to.name, rules: () => this.#rulesOf(rule.to) };
      const part = partOf(shape, rule.kind);
      return { kind: rule.kind, of: valueKindOf(part), rules: this.#implied(rule.rules, part) };
    });
  }

  /** @param shape schema of the value to which the rules apply */
  #own(rules: readonly data.Rule[], shape: ValueShape): Rules {
    return rules.flatMap((rule) => (rule.silent === true ? this.#stops(rule, shape) : this.#one(rule, shape)));
  }

  /** Converts a silent rule, which reports no error but prevents later rules from running. */
  #stops(rule: data.Rule, shape: ValueShape): Rules {
    if (rule.kind === "required" || rule.kind === "optional") return [{ kind: "optional" }];
    if (rule.kind !== "subfield") return [];
    const silent = rule.rules.map((inner) => ({ ...inner, silent: true as const }));
    return this.#one({ ...rule, rules: silent }, shape);
  }

  #one(rule: data.Rule, shape: ValueShape): Rules {
    switch (rule.kind) {
      case "minimum":
      case "maximum": {
        const distance = rule.exclusive !== true ? 0 : rule.kind === "minimum" ? 1 : -1;
        return [{ kind: rule.kind, limit: rule.limit + distance }];
      }
      case "format":
        return rule.texts === "crd"
          ? [{ kind: "textFormat", format: rule.format.replaceAll("-", "") }]
          : [{ kind: "format", format: rule.format }];
      case "custom":
        return [{ kind: "code", name: rule.name }];
      case "cel":
        return [];
      case "items":
      case "values":
      case "keys":
      case "item":
      case "subfield":
      case "option":
        return this.#withParts(rule, shape);
      case "union":
      case "zeroOrOneOf":
      case "atLeastOneOf":
        return [this.#members(rule)];
      case "dependentRequired":
      case "dependentForbidden": {
        const { kind, trigger, dependent } = rule;
        return [{ kind, trigger: this.#property(trigger), dependent: this.#property(dependent) }];
      }
      case "mode":
        return [this.#mode(rule)];
      default:
        return [rule];
    }
  }

  #withParts(
    rule: data.RuleOf<"items" | "values" | "keys" | "item" | "subfield" | "option">,
    shape: ValueShape,
  ): Rules {
    const part = partOf(shape, rule.kind, "name" in rule ? rule.name : "");
    const own = this.#own(rule.rules, part);
    if (rule.kind === "items" || rule.kind === "values") {
      const rules = withSyntax(part, own);
      return rules.length === 0 ? [] : [{ kind: rule.kind, of: valueKindOf(part), rules }];
    }
    if (own.length === 0) return [];
    switch (rule.kind) {
      case "keys":
        return [{ kind: "keys", of: "string", rules: own }];
      case "item":
        return [{ kind: "item", where: rule.where, rules: own }];
      case "subfield":
        return [{ kind: "property", property: this.#property(rule.name, objectFields(shape)), rules: own }];
      case "option":
        return [{ kind: "option", option: rule.option, enabled: rule.enabled, rules: own }];
    }
  }

  #mode({ name, discriminator, cases }: data.RuleOf<"mode">): TestedRule {
    const { shape } = typeRules(this.#schema).fields.find((field) => field.name === name)?.value ?? { shape: anything };
    return {
      kind: "mode",
      property: this.#property(name),
      discriminator: this.#property(discriminator),
      cases: cases.map(({ value, rules }) => ({ value, rules: this.#own(effectiveIn(rules), shape) })),
    };
  }

  #members({ kind, members, discriminator, texts }: data.RuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">): TestedRule {
    const all = members.map((member): TestedMember => {
      if (member.item !== undefined) return { ...member, item: member.item };
      const property = this.#property(member.name);
      return { ...member, property: texts === "crd" ? { ...property, pointer: true } : property };
    });
    if (kind === "atLeastOneOf") return { kind, members: all };
    return { kind, members: all, ...(discriminator !== undefined && { discriminator: this.#property(discriminator) }) };
  }

  #property(name: string, fields: Fields | undefined = shapeOf(this.#schema).fields): TestedProperty {
    const field = fields?.[name];
    if (field === undefined) return { name, of: "interface" };
    const { kind, pointer } = fieldValue(field);
    const { optional, nullable } = field;
    return {
      name,
      of: kind,
      ...(optional && { optional }),
      ...(pointer && { pointer }),
      ...(nullable && { nullable }),
      ...(field.default !== undefined && this.#setsDefaults && { defaulted: true as const }),
    };
  }
}

const anything: ValueShape = { type: "any" };

/**
 * Returns the schema of the values to which the nested rules of a rule apply. For the kind `items`,
 * this is the schema of the list's items. For a kind such as `option`, whose nested rules apply to
 * the value itself, it is `shape`.
 */
function partOf(shape: ValueShape, kind: data.Rule["kind"], name = ""): ValueShape {
  const under = resolved(shape);
  if (kind === "subfield") return objectFields(under)?.[name] ?? anything;
  if (kind === "keys") return { type: "string" };
  if ((kind === "items" || kind === "item") && under.type === "list") return under.items;
  if (kind === "values" && under.type === "map") return under.values;
  return shape;
}

/**
 * Adds a rule for the syntax of the string's type, if other rules can make a fuzzer change the
 * string. Without the rule, a fuzzer could shorten the duration `1m0s` to `1m0`.
 */
function withSyntax(shape: ValueShape, rules: Rules): Rules {
  const { type } = resolved(shape);
  if (!isStringFormat(type) || !rules.some(({ kind }) => ofTexts.has(kind))) return rules;
  return [...rules, { kind: "syntax", of: type }];
}

/**
 * Returns the rules for one value of a discriminator. Leaves out the rule `optional` if another
 * rule runs before it: an unset value must fulfil that earlier rule.
 */
function effectiveIn(rules: readonly data.Rule[]): readonly data.Rule[] {
  const first = rules.findIndex((rule) => !stops(rule));
  return rules.filter(({ kind }, at) => kind !== "optional" || first === -1 || at < first);
}

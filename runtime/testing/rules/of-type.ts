import { oncePer } from "../../util/once-per.js";
import type { OfKind, Rule } from "../../schema/rule.js";
import type { TypeSchema } from "../../schema/schema.js";
import { stops } from "../../rules/stops.js";
import { effective, typeHasRules, typeRules, type AnyRule, type TypeRules } from "../../rules/type-rules.js";

/**
 * A rule of a value, as `rulesOfType` returns it: a rule from a marker, a rule that the type of the
 * value implies, or a rule of a property or union that a schema states without a marker.
 */
export type TestedRule =
  | AnyRule
  /** The object must contain the property, even if its value is a zero. */
  | { readonly kind: "present" }
  /** The rules of a property. */
  | { readonly kind: "subfield"; readonly name: string; readonly rules: Rules }
  /** Rules of a union of interfaces: the discriminator selects the member whose rules apply. */
  | ({ readonly kind: "oneOf" } & NonNullable<TypeRules["union"]>);

export type Rules = readonly TestedRule[];

/** A rule of one of the given kinds. */
export type TestedRuleOf<K extends TestedRule["kind"]> = OfKind<TestedRule, K>;

/** The state of each option, by name: true if the option is enabled. */
export type Options = Readonly<Record<string, boolean>>;

/** Returns the rules of a type and of its fields. A rule `type` refers to the rules of a type. */
export const rulesOfType: (schema: TypeSchema) => Rules = oncePer((schema) => {
  const { own, implied, isOpaque, bases, fields, union } = typeRules(schema);
  if (isOpaque) return plain(own);
  const ofBases = effective(bases.map((to) => ({ kind: "type", to })));
  const ofFields = fields.flatMap((field): Rules => {
    const present: Rules = field.presence === "required" ? [{ kind: "present" }] : [];
    const rules = [...present, ...plain(field.own), ...effective(field.implied)];
    return rules.length === 0 ? [] : [{ kind: "subfield", name: field.name, rules }];
  });
  const isRuled = union?.values !== undefined || union?.members.some(([, member]) => typeHasRules(member)) === true;
  const ofUnion: Rules = union !== undefined && isRuled ? [{ kind: "oneOf", ...union }] : [];
  return [...plain(own), ...effective(implied), ...ofBases, ...ofFields, ...ofUnion];
});

/**
 * Returns rules that report errors: without silent rules, which only prevent later rules from
 * running, and with limits that are allowed values themselves.
 */
function plain(rules: readonly Rule[]): readonly Rule[] {
  return rules.flatMap((rule): Rule | readonly Rule[] => {
    const { kind, silent } = rule;
    if (silent === true && kind !== "subfield")
      return kind === "required" || kind === "optional" ? { kind: "optional" } : [];
    if (kind === "mode") return { ...rule, cases: rule.cases.map((one) => ({ ...one, rules: plainIn(one.rules) })) };
    if ("exclusive" in rule) return { ...rule, limit: rule.limit + (kind === "minimum" ? 1 : -1) };
    if (!("rules" in rule)) return rule;
    const inner = plain(silent === true ? rule.rules.map((one) => ({ ...one, silent })) : rule.rules);
    return inner.length === 0 ? [] : { ...rule, rules: inner };
  });
}

/**
 * Returns the rules for one value of a discriminator. Leaves out the rule `optional` if another
 * rule runs before it: an unset value must fulfil that earlier rule.
 */
function plainIn(rules: readonly Rule[]): readonly Rule[] {
  const first = rules.findIndex((rule) => !stops(rule));
  return plain(rules.filter(({ kind }, at) => kind !== "optional" || first === -1 || at < first));
}

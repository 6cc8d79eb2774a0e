import { setOwn } from "../../json/values.js";
import { activeRules, rulesOfKind } from "./active.js";
import { fitList } from "./fit-list.js";
import { fitMap } from "./fit-map.js";
import { choosePresence, dropDependents } from "./presence.js";
import type { Random } from "./random.js";
import type { Options, Property, Rule, Rules } from "./rule.js";
import { fitScalar } from "./scalar.js";
import { filledOf, isSet, isValues, isZero, unset, zeroOf, type Values } from "./value.js";

/** How values are changed so that they keep rules. */
export interface Fitting {
  readonly options: Options;
  readonly random: Random;
  /** Properties that defaulting would set are set. */
  readonly isDefaulted: boolean;
}

/**
 * Changes a value so that it keeps rules, as far as possible, and returns it. Mutates objects,
 * lists and maps. A value that keeps the rules is unchanged.
 */
export function fit(value: unknown, rules: Rules, fitting: Fitting): unknown {
  const active = activeRules(rules, fitting.options);
  if (active.length === 0) return value;
  if (Array.isArray(value)) return fitList(value, active, fitting);
  if (!isValues(value)) return fitScalar(value, active, fitting.options, fitting.random);
  return active.some(({ kind }) => mapKinds.has(kind))
    ? fitMap(value, active, fitting)
    : fitObject(value, active, fitting);
}

const mapKinds: ReadonlySet<Rule["kind"]> = new Set(["keys", "values", "minProperties", "maxProperties"] as const);

/** The properties that a complete object of the API has. */
const embedded = { apiVersion: "v1", kind: "Test", metadata: { name: "test" } } as const;

/** A property with all its rules. */
interface PropertyRules {
  readonly property: Property;
  readonly rules: Rule[];
}

function fitObject(object: Values, rules: Rules, fitting: Fitting): Values {
  if (rules.some(({ kind }) => kind === "embeddedResource")) Object.assign(object, embedded);
  const all = [...rules, ...memberRules(object, rules, fitting)];
  const properties = new Map<string, PropertyRules>();
  const of = (property: Property): PropertyRules => {
    const found = properties.get(property.name) ?? { property, rules: [] };
    properties.set(property.name, found);
    return found;
  };
  for (const { property, rules: inner } of rulesOfKind(all, "property")) of(property).rules.push(...inner);
  choosePresence(object, all, fitting);
  for (const { discriminator, property, cases } of rulesOfKind(all, "mode")) {
    fitProperty(object, of(discriminator), fitting);
    const mode = object[discriminator.name] ?? zeroOf(discriminator.of);
    of(property).rules.push(...(cases.find(({ value }) => value === mode)?.rules ?? [{ kind: "forbidden" as const }]));
  }
  for (const one of properties.values()) fitProperty(object, one, fitting);
  const isRequired = ({ name }: Property): boolean =>
    activeRules(properties.get(name)?.rules ?? [], fitting.options).some(({ kind }) => kind === "required");
  dropDependents(object, all, isRequired);
  return object;
}

/** Returns the rules of the member of a union of interfaces to which an object belongs. */
function memberRules(object: Values, rules: Rules, { options }: Fitting): Rules {
  return rulesOfKind(rules, "oneOf").flatMap(({ discriminator, members }) => {
    const member = members.find(({ value }) => value === object[discriminator]);
    return member === undefined ? [] : activeRules(member.rules(), options);
  });
}

function fitProperty(object: Values, { property, rules }: PropertyRules, fitting: Fitting): void {
  const { name, of, pointer } = property;
  const active = activeRules(rules, fitting.options);
  const has = (kind: Rule["kind"]): boolean => active.some((rule) => rule.kind === kind);
  let value = object[name];
  if (has("forbidden")) {
    if (isSet(value, property)) unset(object, property);
    return;
  }
  if (value === null && property.nullable === true && !has("required")) return;
  if (value === undefined && has("present")) object[name] = value = zeroOf(of);
  if (!isSet(value, property)) {
    if (has("optional")) return;
    if (has("required")) {
      if (property.defaulted === true && !fitting.isDefaulted) return;
      value = filledOf(of);
    } else if (value === undefined) {
      if (pointer === true) return;
      value = zeroOf(of);
    }
  }
  const inner = pointer === true ? active.filter(({ kind }) => kind !== "required") : active;
  const fitted = fit(value, inner, fitting);
  if (isOmittedZero(fitted, property)) unset(object, property);
  else if (name in object || !isZero(fitted, of)) setOwn(object, name, fitted);
}

/** Reports whether a value is a zero that encoding omits, because its property has `+omitzero`. */
function isOmittedZero(value: unknown, { of, optional, pointer }: Property): boolean {
  const isScalar = of !== "list" && of !== "map" && of !== "struct";
  return isScalar && optional === true && pointer !== true && isZero(value, of);
}

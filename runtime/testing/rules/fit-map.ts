import { deepCopyJSON, setOwn } from "../../json/values.js";
import { limitsOf, rulesOfKind } from "./active.js";
import { fit, type Fitting } from "./fit.js";
import type { Rules } from "./rule.js";
import { fitScalar } from "./scalar.js";
import { filledOf, type Values } from "./value.js";

/** Changes a map so that it keeps rules: the number of entries, each key and each value. */
export function fitMap(map: Values, rules: Rules, fitting: Fitting): Values {
  const keyRules = rulesOfKind(rules, "keys").flatMap((rule) => rule.rules);
  const ofValues = rulesOfKind(rules, "values");
  const valueRules = ofValues.flatMap((rule) => rule.rules);
  const most = Math.min(...limitsOf(rules, "maxProperties"));
  const isRequired = rules.some(({ kind }) => kind === "required");
  const least = Math.max(0, ...limitsOf(rules, "minProperties"), isRequired ? 1 : 0);
  const fitted: Values = {};
  const add = (key: string, value: unknown): void => {
    const { options, random } = fitting;
    const own = fitScalar(key, keyRules, options, random, (name) => !Object.hasOwn(fitted, String(name)));
    if (!Object.hasOwn(fitted, String(own))) setOwn(fitted, String(own), fit(value, valueRules, fitting));
  };
  const entries = Object.entries(map);
  for (const [key, value] of entries.slice(0, most)) add(key, value);
  const [first] = entries;
  const [kind] = ofValues.map(({ of }) => of);
  for (let attempt = 0; attempt < 20 && Object.keys(fitted).length < least; attempt++)
    add(`a${String(attempt)}`, deepCopyJSON(first?.[1] ?? filledOf(kind ?? "string")));
  return fitted;
}

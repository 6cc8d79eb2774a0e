import type { SchemaShape } from "../schema/schema.js";
import type { DecoderOf } from "./closures.js";
import { printLiteral } from "../source/source-text.js";
import { setOwn } from "../json/values.js";
import { planDecode, type DecodePlan } from "./plan.js";
import { recordFailure } from "./run.js";
import { decodeAny } from "./scalars.js";
import type { SourceUnit } from "./source-unit.js";
import { valueSource } from "./source-value.js";

/**
 * Returns the source text of an object decoder. The decoder iterates over the keys of the input
 * instead of looking up each declared key. Both methods are equally fast for objects of one hidden
 * class, but iterating is a quarter faster for objects of many hidden classes, and it finds unknown
 * keys without extra work.
 */
export function objectSource(shape: SchemaShape, embedded: boolean, unit: SourceUnit, decoderOf: DecoderOf): string {
  const plan = planDecode(shape, embedded);
  const withSource = (kind: string) => (field: DecodePlan, i: number) => {
    const found = `${kind}${i}`;
    const decoded = valueSource(field.value, found, unit, decoderOf);
    return { ...field, found, decoded: field.isNullable ? `(${found} === null ? null : ${decoded})` : decoded };
  };
  const required = plan.required.map(withSource("required"));
  const optional = plan.optional.map(withSource("optional"));

  const cases = [...required, ...optional].map(
    ({ name, found }) => `case ${printLiteral(name)}: ${found} = value[key]; break;`,
  );
  // Fields with a constant value are also decoded, because a value of a wrong type is an error.
  const checks = required.map(({ fixed, decoded }) => (fixed === undefined ? "" : `${decoded};`));
  const properties = required.map(
    ({ name, fixed, decoded }) => `${key(name)}: ${fixed === undefined ? decoded : printLiteral(fixed)}`,
  );
  const additions = optional.map(({ name, found, isInherited, isNullable, decoded }) => {
    const add = isInherited
      ? `${unit.constant(setOwn)}(target, ${printLiteral(name)}, ${decoded})`
      : `target[${printLiteral(name)}] = ${decoded}`;
    return `if (${found} !== ${isNullable ? "undefined" : "null"}) ${add};`;
  });
  // Code that keeps unknown fields is added only for types that need it.
  const unknown = plan.keepsUnknown
    ? {
        declared: "let unknown = null;",
        noted: "(unknown ??= []).push(key);",
        kept: `if (unknown !== null) for (const key of unknown) ${unit.constant(setOwn)}(target, key, ${unit.constant(decodeAny)}(value[key], run));`,
      }
    : { declared: "", noted: "run.unknown = true;", kept: "" };
  return `if (typeof value !== "object" || Array.isArray(value)) return ${unit.constant(recordFailure)}(run);
let keys = 0;
${unknown.declared}
${required.map(({ found, absent }) => `let ${found} = ${JSON.stringify(absent)};`).join("\n")}
${optional.map(({ found, isNullable }) => `let ${found} = ${isNullable ? "undefined" : "null"};`).join("\n")}
for (const key in value) {
keys++;
switch (key) {
${cases.join("\n")}
default: ${unknown.noted}
}
}
run.keys += keys;
${checks.join("\n")}
const target = { ${properties.join(", ")} };
${additions.join("\n")}
${unknown.kept}
return target;`;
}

/**
 * Returns a key of an object literal. `__proto__` must be a computed key to be an ordinary
 * property; other keys are not computed, because computed keys are slower.
 */
function key(name: string): string {
  return name === "__proto__" ? `[${printLiteral(name)}]` : printLiteral(name);
}

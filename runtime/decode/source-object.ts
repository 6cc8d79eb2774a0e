import type { SchemaShape } from "../schema.js";
import { nothing } from "./closures.js";
import type { DecoderOf } from "./closures.js";
import { getOwn, setOwn } from "./own-property.js";
import { planObject } from "./plan.js";
import type { FieldPlan } from "./plan.js";
import { fail } from "./run.js";
import { quoted } from "./source-unit.js";
import type { SourceUnit } from "./source-unit.js";
import { valueSource } from "./source-value.js";

/** The body of a decoder that builds a new object: one literal, then what is optional. */
export function objectSource(shape: SchemaShape, embedded: boolean, unit: SourceUnit, decoderOf: DecoderOf): string {
  const { required, optional } = planObject(shape, embedded);
  const read = (field: FieldPlan) =>
    field.isInherited ? `${unit.constant(getOwn)}(value, ${quoted(field.name)})` : `value[${quoted(field.name)}]`;
  const decoded = (field: FieldPlan, name: string) => valueSource(field.value, name, unit, decoderOf);

  const reads = required.map((field, i) => `let f${i} = ${read(field)}; if (f${i} === undefined) f${i} = null; else found++;`);
  const checks = required.map((field, i) => (field.fixed === undefined ? "" : `${decoded(field, `f${i}`)};`));
  const properties = required.map((field, i) => {
    const value = field.fixed === undefined ? decoded(field, `f${i}`) : quoted(field.fixed);
    return `${key(field.name)}: ${value}`;
  });
  const additions = optional.map((field) => {
    const value = decoded(field, "given");
    const add = field.isInherited
      ? `${unit.constant(setOwn)}(target, ${quoted(field.name)}, ${value})`
      : `target[${quoted(field.name)}] = ${value}`;
    return `given = ${read(field)}; if (given !== undefined) { found++; if (given !== null) ${add}; }`;
  });
  return `if (typeof value !== "object" || Array.isArray(value)) return ${unit.constant(fail)}(run);
if (value === null) value = ${unit.constant(nothing)};
let found = 0, keys = 0, given;
${reads.join("\n")}
${checks.join("\n")}
const target = { ${properties.join(", ")} };
${additions.join("\n")}
for (const key in value) keys++;
run.keys += keys;
if (found !== keys) run.unknown = true;
return target;`;
}

/** In a literal, `__proto__` is a property only where its name is computed. */
function key(name: string): string {
  return `[${quoted(name)}]`;
}

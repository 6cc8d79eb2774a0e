import type { NumberKind, ValueShape } from "../schema/schema.js";
import { type DecoderOf, valueDecoder } from "./closures.js";
import { targetOf } from "../schema/preserve-unknown.js";
import { boundsOfKind, isFloat } from "./number-kinds.js";
import { setOwn } from "../json/values.js";
import { mayBeInteger } from "./plan.js";
import { recordFailure } from "./run.js";
import { scalarDecoder } from "./scalars.js";
import type { SourceUnit } from "./source-unit.js";

/**
 * Returns the source text of an expression that decodes the variable `name`. The variable can be
 * null but not undefined. Common valid values are handled inline; other values are passed to the
 * closure decoders.
 */
export function valueSource(shape: ValueShape, name: string, unit: SourceUnit, decoderOf: DecoderOf): string {
  const call = (decoder: string) => `${decoder}(${name}, run)`;
  switch (shape.type) {
    case "string":
    case "boolean":
      return `(typeof ${name} === "${shape.type}" ? ${name} : ${call(unit.constant(scalarDecoder(shape)))})`;
    case "any":
    case "RawExtension":
    case "FieldsV1":
    case "IntOrString":
    case "bytes":
    case "Time":
    case "MicroTime":
    case "Duration":
    case "Quantity":
    case "float32":
      return call(unit.constant(scalarDecoder(shape)));
    case "list":
      return call(unit.decoder(listSource(shape.items, unit, decoderOf)));
    case "map":
      return call(unit.decoder(mapSource(shape.values, unit, decoderOf)));
    case "tuple":
      return call(unit.constant(valueDecoder(shape, decoderOf)));
    case "ref":
    case "embedded":
      return call(unit.link(() => targetOf(shape), shape.type === "embedded", decoderOf));
    default:
      return `(${isOfKind(shape.type, name)} ? ${name} + 0 : ${call(unit.constant(scalarDecoder(shape)))})`;
  }
}

function isOfKind(kind: NumberKind, name: string): string {
  // Floating-point numbers that may have been rounded are passed to the closure decoder, which
  // records them.
  const [least, greatest] = boundsOfKind(isFloat(kind) ? "int64" : kind);
  const integer = isFloat(kind) ? "" : ` && Number.isInteger(${name})`;
  // Go rejects `-0` for unsigned integers.
  const from = least === 0 ? `(${name} > 0 || Object.is(${name}, 0))` : `${name} >= ${least}`;
  return `typeof ${name} === "number" && ${from} && ${name} <= ${greatest}${integer}`;
}

function listSource(items: ValueShape, unit: SourceUnit, decoderOf: DecoderOf): string {
  return `if (!Array.isArray(value)) return value === null ? [] : ${unit.constant(recordFailure)}(run);
for (let i = 0; i < value.length; i++) {
  const item = value[i];
  ${mayBeInteger(items) ? 'if (typeof item === "number") run.listedNumbers = true;' : ""}
  ${replaced(items, "item", "value[i] = decoded", unit, decoderOf)}
}
return value;`;
}

function mapSource(values: ValueShape, unit: SourceUnit, decoderOf: DecoderOf): string {
  return `if (value === null) return {};
if (typeof value !== "object" || Array.isArray(value)) return ${unit.constant(recordFailure)}(run);
let keys = 0;
for (const key in value) {
  keys++;
  const item = value[key];
  ${replaced(values, "item", `${unit.constant(setOwn)}(value, key, decoded)`, unit, decoderOf)}
}
run.keys += keys;
return value;`;
}

/**
 * Returns statements that decode an item of a list or map, and store the result if it differs from
 * the original item.
 */
function replaced(shape: ValueShape, name: string, replace: string, unit: SourceUnit, decoderOf: DecoderOf): string {
  return `const decoded = ${valueSource(shape, name, unit, decoderOf)};
  if (decoded !== ${name}) ${replace};`;
}

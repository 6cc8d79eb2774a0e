import { shapeOf } from "../schema.js";
import type { TypeSchema, ValueShape } from "../schema.js";
import { compileObject, compileUnion } from "./compile-object.js";
import { decodeAny, decodeBoolean, decodeIntOrString, decodeRaw, decodeString, numberDecoder, textDecoder } from "./scalars.js";
import { fail } from "./run.js";
import type { Decoder } from "./run.js";
import { setOwn } from "./own-property.js";

const compiled = new WeakMap<TypeSchema, Decoder>();
const compiledEmbedded = new WeakMap<TypeSchema, Decoder>();

/** The decoder of a type, built when it is first used: closures, no evaluation of text, so that it runs under any content security policy. */
export function decoderOf(schema: TypeSchema, embedded = false): Decoder {
  const cache = embedded ? compiledEmbedded : compiled;
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const decoder = compileType(schema, embedded);
  cache.set(schema, decoder);
  return decoder;
}

function compileType(schema: TypeSchema, embedded: boolean): Decoder {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return compileValue(shape.value);
  if (shape.discriminator !== undefined) return compileUnion(shape.discriminator, shape.members ?? {}, decoderOf);
  return compileObject(shape, embedded, compileValue);
}

function compileValue(shape: ValueShape): Decoder {
  switch (shape.type) {
    case "any":
      return decodeAny;
    case "RawExtension":
    case "FieldsV1":
      return decodeRaw;
    case "boolean":
      return decodeBoolean;
    case "string":
      return decodeString;
    case "IntOrString":
      return decodeIntOrString;
    case "bytes":
    case "Time":
    case "MicroTime":
    case "Duration":
    case "Quantity":
      return textDecoder(shape.type);
    case "list":
      return listOf(compileValue(shape.items));
    case "tuple":
      return tupleOf(shape.items.map(compileValue));
    case "map":
      return mapOf(compileValue(shape.values));
    case "ref":
      return deferred(shape.to, false);
    case "embedded":
      return deferred(shape.to, true);
    default:
      return numberDecoder(shape.type);
  }
}

/** Types may refer to themselves: what a reference means is looked up when it is first met. */
function deferred(to: () => TypeSchema, embedded: boolean): Decoder {
  let target: Decoder | undefined;
  return (value, run) => (target ??= decoderOf(to(), embedded))(value, run);
}

function listOf(item: Decoder): Decoder {
  return (value, run) => {
    if (value === null) return [];
    if (!Array.isArray(value)) return fail(run);
    const list: unknown[] = value;
    for (let i = 0; i < list.length; i++) list[i] = item(list[i], run);
    return list;
  };
}

function tupleOf(items: readonly Decoder[]): Decoder {
  return (value, run) => {
    if (value !== null && !Array.isArray(value)) return fail(run);
    const given: readonly unknown[] = value ?? [];
    return items.map((item, i) => item(given[i] ?? null, run));
  };
}

function mapOf(values: Decoder): Decoder {
  return (value, run) => {
    if (value === null) return {};
    if (typeof value !== "object" || Array.isArray(value)) return fail(run);
    const map = value as Record<string, unknown>;
    for (const key in map) {
      run.keys++;
      const child = map[key];
      const decoded = values(child, run);
      if (decoded !== child) setOwn(map, key, decoded);
    }
    return map;
  };
}

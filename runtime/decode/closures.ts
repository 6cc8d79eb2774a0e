import type { SchemaShape, TypeSchema, ValueShape } from "../schema/schema.js";
import { getOwn, setOwn } from "../json/values.js";
import { mayBeInteger, planDecode, type DecodePlan } from "./plan.js";
import { recordFailure, type DecodeRun, type ValueDecoder } from "./run.js";
import { targetOf } from "../schema/preserve-unknown.js";
import { decodeAny, scalarDecoder } from "./scalars.js";

/**
 * Function that returns the decoder of a type. `embedded` is true for an embedded object, whose
 * apiVersion and kind are optional.
 */
export type DecoderOf = (schema: TypeSchema, embedded: boolean) => ValueDecoder;

interface Field extends DecodePlan {
  readonly decode: ValueDecoder;
  /**
   * True for fields of type string. They are the most frequent fields, so the decoder copies their
   * values without a function call.
   */
  readonly isText: boolean;
}

/** Returns a decoder that copies the known fields of an object to a new object. */
export function objectDecoder(shape: SchemaShape, embedded: boolean, decoderOf: DecoderOf): ValueDecoder {
  const plan = planDecode(shape, embedded);
  const withDecoder = (field: DecodePlan): Field => ({
    ...field,
    decode: field.isNullable ? orNull(valueDecoder(field.value, decoderOf)) : valueDecoder(field.value, decoderOf),
    isText: field.value.type === "string",
  });
  const required = plan.required.map(withDecoder);
  const optional = plan.optional.map(withDecoder);
  // Each object starts as a copy of this object, because copying is faster than adding single
  // properties.
  const blank = Object.fromEntries(required.map((field): [string, unknown] => [field.name, field.fixed ?? null]));
  const known = new Set([...required, ...optional].map(({ name }) => name));

  return (value, run) => {
    if (typeof value !== "object" || Array.isArray(value)) return recordFailure(run);
    const source = (value ?? nothing) as Readonly<Record<string, unknown>>;
    const target: Record<string, unknown> = { ...blank };
    let found = 0;
    for (const field of required) {
      const child = field.isInherited ? getOwn(source, field.name) : source[field.name];
      if (child !== undefined) found++;
      const decoded =
        field.isText && typeof child === "string"
          ? child
          : field.decode(child === undefined ? field.absent : child, run);
      if (field.fixed === undefined) set(target, field, decoded);
    }
    for (const field of optional) {
      const child = field.isInherited ? getOwn(source, field.name) : source[field.name];
      if (child === undefined) continue;
      found++;
      if (child !== null || field.isNullable)
        set(target, field, field.isText && typeof child === "string" ? child : field.decode(child, run));
    }
    const keys = Object.keys(source).length;
    run.keys += keys;
    if (found !== keys) {
      if (plan.keepsUnknown) keepUnknown(source, known, target, run);
      else run.unknown = true;
    }
    return target;
  };
}

function keepUnknown(
  source: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  target: Record<string, unknown>,
  run: DecodeRun,
): void {
  for (const name of Object.keys(source)) if (!known.has(name)) setOwn(target, name, decodeAny(source[name], run));
}

function set(target: Record<string, unknown>, field: Field, value: unknown): void {
  if (field.isInherited) setOwn(target, field.name, value);
  else target[field.name] = value;
}

function orNull(decode: ValueDecoder): ValueDecoder {
  return (value, run) => (value === null ? null : decode(value, run));
}

/**
 * Empty object that is decoded in place of null or an absent object. Every required field of the
 * result then has the zero of its type.
 */
const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

export function valueDecoder(shape: ValueShape, decoderOf: DecoderOf): ValueDecoder {
  switch (shape.type) {
    case "list":
      return listOf(valueDecoder(shape.items, decoderOf), mayBeInteger(shape.items));
    case "tuple":
      return tupleOf(shape.items.map((item) => valueDecoder(item, decoderOf)));
    case "map":
      return mapOf(valueDecoder(shape.values, decoderOf));
    case "ref":
    case "embedded":
      return deferred(() => decoderOf(targetOf(shape), shape.type === "embedded"));
    default:
      return scalarDecoder(shape);
  }
}

/**
 * Returns a decoder that looks up another decoder when it is first used. An earlier look-up would
 * not end for types that refer to themselves.
 */
function deferred(find: () => ValueDecoder): ValueDecoder {
  let target: ValueDecoder | undefined;
  return (value, run) => (target ??= find())(value, run);
}

function listOf(item: ValueDecoder, mayHoldIntegers: boolean): ValueDecoder {
  return (value, run) => {
    if (value === null) return [];
    if (!Array.isArray(value)) return recordFailure(run);
    const list: unknown[] = value;
    for (let i = 0; i < list.length; i++) {
      const child = list[i];
      if (mayHoldIntegers && typeof child === "number") run.listedNumbers = true;
      list[i] = item(child, run);
    }
    return list;
  };
}

function tupleOf(items: readonly ValueDecoder[]): ValueDecoder {
  return (value, run) => {
    if (value !== null && !Array.isArray(value)) return recordFailure(run);
    if (value !== null && value.length !== items.length) return recordFailure(run);
    const given: readonly unknown[] = value ?? [];
    run.listedNumbers = true;
    return items.map((item, i) => item(given[i] ?? null, run));
  };
}

function mapOf(values: ValueDecoder): ValueDecoder {
  return (value, run) => {
    if (value === null) return {};
    if (typeof value !== "object" || Array.isArray(value)) return recordFailure(run);
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

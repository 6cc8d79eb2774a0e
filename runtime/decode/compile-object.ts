import type { SchemaShape, TypeSchema, ValueShape } from "../schema.js";
import { getOwn, isInherited, setOwn } from "./own-property.js";
import { fail } from "./run.js";
import type { Decoder } from "./run.js";
import { decodeRaw } from "./scalars.js";
import { typeMetaOf } from "./type-meta.js";

interface Field {
  readonly name: string;
  readonly decode: Decoder;
  readonly isOptional: boolean;
  /** Most fields are plain texts: those are looked at here, which saves a call. */
  readonly isText: boolean;
  /** The name needs care: every object inherits something under it. */
  readonly isInherited: boolean;
  /** What the field holds whatever is sent: apiVersion and kind of an object whose type is known. */
  readonly fixed: string | undefined;
}

/** Decodes into a new object: required fields first, then optional ones in the order of declaration, so that a type has few hidden classes. */
export function compileObject(shape: SchemaShape, isEmbedded: boolean, compileValue: (value: ValueShape) => Decoder): Decoder {
  const fields = Object.entries(shape.fields ?? {}).map(([name, value]): Field => {
    const isTypeMeta = shape.gvk !== undefined && (name === "kind" || name === "apiVersion");
    return {
      name,
      decode: compileValue(value),
      isOptional: value.optional === true || (isEmbedded && isTypeMeta),
      isText: value.type === "string",
      isInherited: isInherited(name),
      fixed: isTypeMeta && !isEmbedded ? typeMetaOf(shape.gvk, name) : undefined,
    };
  });
  const required = fields.filter((field) => !field.isOptional);
  const optional = fields.filter((field) => field.isOptional);
  // Copied for each object: faster than adding one property after the other.
  const blank = Object.fromEntries(required.map((field): [string, unknown] => [field.name, field.fixed ?? null]));

  return (value, run) => {
    if (typeof value !== "object" || Array.isArray(value)) return fail(run);
    const source = (value ?? nothing) as Readonly<Record<string, unknown>>;
    const target: Record<string, unknown> = { ...blank };
    let found = 0;
    for (const field of required) {
      const child = field.isInherited ? getOwn(source, field.name) : source[field.name];
      if (child !== undefined) found++;
      const decoded = field.isText && typeof child === "string" ? child : field.decode(child ?? null, run);
      if (field.fixed === undefined) set(target, field, decoded);
    }
    for (const field of optional) {
      const child = field.isInherited ? getOwn(source, field.name) : source[field.name];
      if (child === undefined) continue;
      found++;
      if (child !== null) set(target, field, field.isText && typeof child === "string" ? child : field.decode(child, run));
    }
    const keys = Object.keys(source).length;
    run.keys += keys;
    if (found !== keys) run.unknown = true;
    return target;
  };
}

function set(target: Record<string, unknown>, field: Field, value: unknown): void {
  if (field.isInherited) setOwn(target, field.name, value);
  else target[field.name] = value;
}

/** Decodes by the member that the discriminator names. An object of an unknown member is kept as it is: refusing it is validation's business. */
export function compileUnion(
  discriminator: string,
  members: { readonly [value: string]: () => TypeSchema },
  decoderOf: (schema: TypeSchema) => Decoder,
): Decoder {
  const decoders = new Map<string, Decoder>();
  return (value, run) => {
    if (value === null) return { [discriminator]: "" };
    if (typeof value !== "object" || Array.isArray(value)) return fail(run);
    const tag = getOwn(value as Readonly<Record<string, unknown>>, discriminator);
    const name = String(tag);
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) {
      if (tag !== undefined && tag !== null && typeof tag !== "string") return fail(run);
      return decodeRaw(value, run);
    }
    let decoder = decoders.get(name);
    if (decoder === undefined) decoders.set(name, (decoder = decoderOf(member())));
    return decoder(value, run);
  };
}

const nothing: Readonly<Record<string, unknown>> = Object.freeze({});

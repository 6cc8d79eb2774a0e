import { groupVersionString } from "../group-version-text.js";
import type { SchemaShape, TypeSchema, ValueShape } from "../schema.js";
import { getOwn, isInherited, setOwn } from "./own-property.js";
import { fail } from "./run.js";
import type { Decoder } from "./run.js";
import { decodeRaw } from "./scalars.js";

interface Field {
  readonly name: string;
  readonly decode: Decoder;
  readonly optional: boolean;
  /** The name needs care: every object inherits something under it. */
  readonly inherited: boolean;
  /** What the field holds whatever is sent: apiVersion and kind of an object whose type is known. */
  readonly fixed?: string;
}

/** Decodes into a new object: required fields first, then optional ones in the order of declaration, so that a type has few hidden classes. */
export function compileObject(shape: SchemaShape, embedded: boolean, compileValue: (value: ValueShape) => Decoder): Decoder {
  const all = Object.entries(shape.fields ?? {}).map(([name, value]): Field => {
    const isTypeMeta = shape.gvk !== undefined && (name === "kind" || name === "apiVersion");
    const field = { name, decode: compileValue(value), inherited: isInherited(name), optional: value.optional === true || (embedded && isTypeMeta) };
    if (shape.gvk === undefined || !isTypeMeta || embedded) return field;
    return { ...field, fixed: name === "kind" ? shape.gvk.kind : groupVersionString(shape.gvk) };
  });
  const required = all.filter((field) => !field.optional);
  const optional = all.filter((field) => field.optional);

  return (value, run) => {
    if (typeof value !== "object" || Array.isArray(value)) return fail(run);
    const source = (value ?? nothing) as Readonly<Record<string, unknown>>;
    const target: Record<string, unknown> = {};
    let found = 0;
    for (const field of required) {
      const child = field.inherited ? getOwn(source, field.name) : source[field.name];
      if (child !== undefined) found++;
      const decoded = field.decode(child === undefined ? null : child, run);
      if (field.inherited) setOwn(target, field.name, decoded);
      else target[field.name] = field.fixed ?? decoded;
    }
    for (const field of optional) {
      const child = field.inherited ? getOwn(source, field.name) : source[field.name];
      if (child === undefined) continue;
      found++;
      if (child === null) continue;
      if (field.inherited) setOwn(target, field.name, field.decode(child, run));
      else target[field.name] = field.decode(child, run);
    }
    const keys = Object.keys(source).length;
    run.keys += keys;
    if (found !== keys) run.unknown = true;
    return target;
  };
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

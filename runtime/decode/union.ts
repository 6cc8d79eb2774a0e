import type { SchemaShape } from "../schema/schema.js";
import type { DecoderOf } from "./closures.js";
import { getOwn } from "../json/values.js";
import { fail, type Decoder } from "./run.js";
import { decodeRaw } from "./scalars.js";

/**
 * Returns a decoder that decodes an object as the union member that the discriminator selects. An
 * object of an unknown member is returned unchanged; validation refuses it.
 */
export function unionDecoder(
  discriminator: string,
  members: NonNullable<SchemaShape["members"]>,
  decoderOf: DecoderOf,
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
    if (decoder === undefined) decoders.set(name, (decoder = decoderOf(member(), false)));
    return decoder(value, run);
  };
}

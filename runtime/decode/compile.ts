import { oncePer } from "../util/once-per.js";
import { getOwn } from "../json/values.js";
import { shapeOf, type SchemaShape, type TypeSchema } from "../schema/schema.js";
import { unionMembersOf } from "../schema/preserve-unknown.js";
import { evaluator, type Evaluate } from "../source/evaluate.js";
import { objectDecoder, valueDecoder, type DecoderOf } from "./closures.js";
import { recordFailure, type ValueDecoder } from "./run.js";
import { decodeRaw } from "./scalars.js";
import { objectSource } from "./source-object.js";
import { SourceUnit } from "./source-unit.js";
import { valueSource } from "./source-value.js";

/**
 * Returns a function that returns the decoder of a type, and creates the decoder at the first call
 * for this type. A decoder is compiled from source text if `evaluate` is given and the schema was
 * not created at run time. Otherwise, and for unions, it consists of closures. Both kinds of
 * decoders behave the same.
 */
export function decoders(evaluate: Evaluate | undefined): DecoderOf {
  const plain = oncePer((schema: TypeSchema) => build(schema, false, decoderOf, evaluate));
  const embeddedOnes = oncePer((schema: TypeSchema) => build(schema, true, decoderOf, evaluate));
  const decoderOf: DecoderOf = (schema, embedded) => (embedded ? embeddedOnes : plain)(schema);
  return decoderOf;
}

function build(
  schema: TypeSchema,
  embedded: boolean,
  decoderOf: DecoderOf,
  evaluate: Evaluate | undefined,
): ValueDecoder {
  const shape = shapeOf(schema);
  if (shape.value === undefined && shape.discriminator !== undefined) {
    return unionDecoder(shape.discriminator, unionMembersOf(shape), decoderOf);
  }
  if (evaluate === undefined || shape.origin === "runtime") {
    return shape.value === undefined ? objectDecoder(shape, embedded, decoderOf) : valueDecoder(shape.value, decoderOf);
  }
  const unit = new SourceUnit();
  const body =
    shape.value === undefined
      ? objectSource(shape, embedded, unit, decoderOf)
      : `return ${valueSource(shape.value, "value", unit, decoderOf)};`;
  return unit.evaluate(unit.decoder(body), shape.name, evaluate);
}

/**
 * Returns a decoder for a union of interfaces: the discriminator selects the member whose decoder
 * is used. An object with a missing or unknown discriminator is returned unchanged, because
 * validation reports the discriminator. A discriminator that is neither a string nor null is an
 * error.
 */
function unionDecoder(
  discriminator: string,
  members: NonNullable<SchemaShape["members"]>,
  decoderOf: DecoderOf,
): ValueDecoder {
  return (value, run) => {
    if (value === null) return { [discriminator]: "" };
    if (typeof value !== "object" || Array.isArray(value)) return recordFailure(run);
    const tag = getOwn(value as Readonly<Record<string, unknown>>, discriminator);
    const member = getOwn(members, String(tag));
    if (member === undefined) {
      if (tag !== undefined && tag !== null && typeof tag !== "string") return recordFailure(run);
      return decodeRaw(value, run);
    }
    return decoderOf(member(), false)(value, run);
  };
}

let shared: DecoderOf | undefined;

/** Returns the decoder of a type. */
export function decoderOf(schema: TypeSchema): ValueDecoder {
  shared ??= decoders(evaluator());
  return shared(schema, false);
}

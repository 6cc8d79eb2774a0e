import type { Schema, TypeSchema } from "../schema/schema.js";
import { evaluator, type Evaluate } from "../source/evaluate.js";
import type { Marshal, Unmarshal } from "../wire/messages.js";
import { marshalSource, unmarshalSource, type MessageSource } from "./message-source.js";
import { marshalByTable, unmarshalByTable } from "./message-table.js";
import { wireMessageOf, type WireMessage } from "./message.js";

/** The functions that write and read the fields of a type. */
export interface Codec {
  marshal: Marshal<unknown>;
  unmarshal: Unmarshal<unknown>;
}

/**
 * Returns a function that creates the codec of each type once. Each function of a codec is compiled
 * at its first call: from source text if `evaluate` is given and the schema is one of the
 * developer, otherwise it reads a table. Both forms behave the same.
 */
export function codecs(evaluate: Evaluate | undefined): (schema: TypeSchema) => Codec {
  const known = new WeakMap<TypeSchema, Codec>();
  const codecOf = (schema: TypeSchema): Codec => {
    let codec = known.get(schema);
    if (codec === undefined) known.set(schema, (codec = lazyCodec(schema, codecOf, evaluate)));
    return codec;
  };
  return codecOf;
}

function lazyCodec(schema: TypeSchema, codecOf: (schema: TypeSchema) => Codec, evaluate: Evaluate | undefined): Codec {
  let made: WireMessage | undefined;
  const message = (): WireMessage => (made ??= wireMessageOf(schema, codecOf));
  // A caller can keep a function of the first form, so that it can be called again.
  const first: Codec = {
    marshal(writer, input) {
      if (codec.marshal === first.marshal)
        codec.marshal = compiled(message(), "marshal", marshalSource, marshalByTable);
      codec.marshal(writer, input);
    },
    unmarshal(reader, end, into) {
      if (codec.unmarshal === first.unmarshal)
        codec.unmarshal = compiled(message(), "unmarshal", unmarshalSource, unmarshalByTable);
      return codec.unmarshal(reader, end, into);
    },
  };
  const codec: Codec = { ...first };
  function compiled<F extends object>(
    own: WireMessage,
    verb: string,
    source: (message: WireMessage) => MessageSource,
    table: (message: WireMessage) => F,
  ): F {
    // A property such as `constructor` needs checks that are rarely needed, so the table has them.
    const isTable = evaluate === undefined || schema.origin === "runtime" || own.hasInheritedNames;
    if (isTable) return named(table(own), verb, schema);
    const { text, body } = source(own);
    return named(text.run(body, `protobuf/${verb}/${schema.name}`, evaluate) as F, verb, schema);
  }
  return codec;
}

/** Gives a function a name, which stack traces show. */
function named<F extends object>(fn: F, verb: string, { name }: TypeSchema): F {
  return Object.defineProperty(fn, "name", { value: `${verb} ${name}` });
}

let shared: ((schema: TypeSchema) => Codec) | undefined;

/**
 * Returns the codec of a type. Its functions are replaced at their first call: those that callers
 * take from the codec later are faster.
 */
export function codecOf(schema: TypeSchema): Codec {
  shared ??= codecs(evaluator());
  return shared(schema);
}

/**
 * Returns the function that writes the fields of a type as protobuf, without a length. Properties
 * that are absent are written as zeros.
 */
export function marshal<T>(schema: Schema<T>): Marshal<T> {
  const codec = codecOf(schema);
  return (writer, input) => {
    codec.marshal(writer, input);
  };
}

/** Returns the function that reads the fields of a type. */
export function unmarshal<T>(schema: Schema<T>): Unmarshal<T> {
  const codec = codecOf(schema);
  return (reader, end, into) => codec.unmarshal(reader, end, into) as T;
}

/**
 * Returns the source text of the functions that write and read a type, for debugging. The
 * identifiers `c0`, `c1` and so on are functions of the runtime and of other types.
 */
export function protobufSource(schema: TypeSchema): string {
  const message = wireMessageOf(schema, codecOf);
  return [marshalSource, unmarshalSource].map((source) => `// ${schema.name}\n${source(message).body}`).join("\n\n");
}

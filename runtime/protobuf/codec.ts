import type { Schema, TypeSchema } from "../schema/schema.js";
import { evaluator, type Evaluate } from "../source/evaluate.js";
import type { Marshal, Unmarshal } from "../wire/messages.js";
import { marshalSource, unmarshalSource, type MessageSource } from "./message-source.js";
import { marshalByTable, unmarshalByTable } from "./message-table.js";
import { isObjectMessage, wireMessageOf, type WireMessage } from "./message.js";

/** Functions that write and read the fields of a type in protobuf. */
export interface Codec {
  marshal: Marshal<unknown>;
  unmarshal: Unmarshal<unknown>;
}

/**
 * Returns a function that returns the codec of a type, and creates the codec at the first call for
 * this type. Each function of a codec is created when it is first called. It is compiled from
 * source text for an object type without inherited names of properties such as `constructor`, if
 * `evaluate` is given and the schema was not created at run time. Otherwise, and for lists, maps
 * and unions, it interprets a table. Both forms behave the same.
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
  // Callers can keep a reference to a function of `first`, so these functions also work when they
  // are called again.
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
    // Properties such as `constructor` need checks that the source text does not contain.
    const isPlain = isObjectMessage(own) && !own.hasInheritedNames;
    if (evaluate === undefined || schema.origin === "runtime" || !isPlain) return named(table(own), verb, schema);
    const { text, body } = source(own);
    return named(text.run(body, `protobuf/${verb}/${schema.name}`, evaluate) as F, verb, schema);
  }
  return codec;
}

/** Sets the name of a function, which stack traces show. */
function named<F extends object>(fn: F, verb: string, { name }: TypeSchema): F {
  return Object.defineProperty(fn, "name", { value: `${verb} ${name}` });
}

let shared: ((schema: TypeSchema) => Codec) | undefined;

/**
 * Returns the codec of a type. The functions of the codec are replaced when they are first called.
 * Read them from the codec before each call, because the replacements are faster.
 */
export function codecOf(schema: TypeSchema): Codec {
  shared ??= codecs(evaluator());
  return shared(schema);
}

/**
 * Returns the function that writes the fields of a type as protobuf, without a length prefix.
 * Absent required properties are written as their zeros, or as empty messages if their values are
 * encoded as JSON.
 */
export function marshal<T>(schema: Schema<T>): Marshal<T> {
  const codec = codecOf(schema);
  return (writer, input) => {
    codec.marshal(writer, input);
  };
}

/** Returns the function that reads the fields of a type from protobuf. */
export function unmarshal<T>(schema: Schema<T>): Unmarshal<T> {
  const codec = codecOf(schema);
  return (reader, end, into) => codec.unmarshal(reader, end, into) as T;
}

/**
 * Returns the source text of the functions that write and read a type, for debugging. The
 * identifiers `c0`, `c1` and so on are functions of the runtime and of other types. Returns an
 * empty string for a list, a map and a union, which have no source text.
 */
export function protobufSource(schema: TypeSchema): string {
  const message = wireMessageOf(schema, codecOf);
  if (!isObjectMessage(message)) return "";
  return [marshalSource, unmarshalSource].map((source) => `// ${schema.name}\n${source(message).body}`).join("\n\n");
}

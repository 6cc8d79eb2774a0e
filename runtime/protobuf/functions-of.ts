import { schemaInScheme } from "../codec/meta-schemas.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { isMessage } from "../schema/schema.js";
import type { Scheme } from "../scheme/scheme.js";
import { codecOf, type Codec } from "./codec.js";

/** Error for an object whose kind has no protobuf encoding. */
export class NoProtobufError extends Error {
  override readonly name = "NoProtobufError";

  /** @param type name of the type as in the schema: `v1.Pizza` */
  constructor(type: string) {
    super(
      `object *${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
    );
  }
}

/**
 * Returns the functions that write and read a kind. The kind must be registered in the scheme, or
 * be a kind of meta/v1.
 * @throws NotRegisteredError for any other kind
 * @throws NoProtobufError for a kind without a protobuf encoding
 */
export function codecOfKind(scheme: Scheme, gvk: GroupVersionKind): Codec {
  const schema = schemaInScheme(scheme, gvk);
  if (!isMessage(schema)) throw new NoProtobufError(schema.name);
  return codecOf(schema);
}

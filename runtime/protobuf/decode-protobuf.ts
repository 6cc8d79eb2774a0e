import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionString, parseGroupVersion, withKind } from "../meta/group-version.js";
import { kindWithDefaults } from "../codec/sniff.js";
import { MissingKindError, MissingVersionError } from "../scheme/errors.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import type { JSONValue } from "../values/types.js";
import { ItemBudget } from "../wire/item-budget.js";
import { MalformedProtobufError } from "../wire/malformed-error.js";
import { readEnvelope } from "./envelope.js";
import { codecOfKind } from "./functions-of.js";
import { newReader } from "./library.js";
import { malformedUnless } from "./malformed-unless.js";

export interface ProtobufOptions {
  /** Group, version and kind for an envelope that does not contain them. */
  readonly defaults?: GroupVersionKind;
  /**
   * Maximum number of items. Each field of a message is an item, including skipped fields and
   * fields of embedded objects. Default: unlimited.
   */
  readonly itemLimit?: number;
}

/**
 * Decodes an object from protobuf with its envelope. The result has the version that the envelope
 * names: it is not converted, and no defaults are set. Unknown fields are dropped.
 * @throws MalformedProtobufError for bytes that are not an object, and for too many items
 * @throws MissingKindError, MissingVersionError for an envelope without kind or apiVersion, unless
 *   `defaults` has them
 * @throws NotRegisteredError for a kind that neither the scheme nor meta/v1 has
 * @throws NoProtobufError for a kind without a protobuf encoding
 */
export function decodeProtobuf(scheme: Scheme, data: Uint8Array, options?: ProtobufOptions): RuntimeObject {
  return readObject(scheme, data, options).object;
}

/** A decoded object, and how deeply it is nested. */
interface ReadObject {
  readonly object: RuntimeObject;
  /** Maximum nesting of its messages; Infinity if it contains an untyped value. */
  readonly depth: number;
}

/** Decodes an object like `decodeProtobuf`. */
export function readObject(scheme: Scheme, data: Uint8Array, options: ProtobufOptions = {}): ReadObject {
  const { defaults, itemLimit = Infinity } = options;
  return decodeAt(scheme, data, { items: new ItemBudget(itemLimit), depth: 0 }, defaults);
}

/**
 * Position of an object in a document: the counter of items, and the number of messages that
 * contain the object.
 */
interface Place {
  readonly items: ItemBudget;
  readonly depth: number;
}

function decodeAt(scheme: Scheme, data: Uint8Array, { items, depth }: Place, defaults?: GroupVersionKind): ReadObject {
  const { apiVersion, kind, raw } = malformedUnless(() => readEnvelope(data, items));
  const claimed = withKind(parseGroupVersion(apiVersion), kind);
  const gvk = defaults === undefined ? claimed : kindWithDefaults(claimed, defaults);
  if (gvk.kind === "") throw new MissingKindError(typeMetaText(apiVersion, kind));
  if (gvk.version === "") throw new MissingVersionError(typeMetaText(apiVersion, kind));
  const codec = codecOfKind(scheme, gvk);
  const reader = newReader(raw, items);
  const object = malformedUnless(() => {
    reader.depth = depth;
    reader.decodeEmbedded = (embedded) =>
      decodeAt(scheme, embedded, { items, depth: reader.depth ?? depth }).object as object as JSONValue;
    const value = codec.unmarshal(reader, reader.len);
    if (reader.pos !== reader.len) throw new MalformedProtobufError("unexpected EOF");
    return value as RuntimeObject;
  });
  object.apiVersion = groupVersionString(gvk);
  object.kind = gvk.kind;
  return { object, depth: reader.deepest ?? Infinity };
}

function typeMetaText(apiVersion: string, kind: string): string {
  return `runtime.TypeMeta{APIVersion:${JSON.stringify(apiVersion)}, Kind:${JSON.stringify(kind)}}`;
}

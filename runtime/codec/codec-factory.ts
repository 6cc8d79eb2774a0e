import { readSent, type Restore } from "./sent-values.js";
import { decodeFrom, type DecodeMode, type LargeIntegers } from "../decode/decode.js";
import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import { APIVersionInternal, groupVersionString, parseGroupVersion, withKind } from "../meta/group-version.js";
import type { JSONValue } from "../values/types.js";
import { MissingKindError, MissingVersionError, NotRegisteredError } from "../scheme/errors.js";
import type { GroupVersioner } from "../scheme/group-versioner.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { TypeSchema } from "../schema/schema.js";
import type { Scheme } from "../scheme/scheme.js";
import { encodeObject } from "./encode.js";
import { jsonBody, valueBody, type Body, type UntypedBody } from "./body.js";
import { interpretKind, kindWithDefaults } from "./sniff.js";

export interface DecodeOptions {
  /**
   * Group and version for input without an apiVersion, and kind for input without a kind. Absent if
   * the input must have both.
   */
  readonly defaults?: GroupVersionKind;
  /** Treatment of unknown and duplicate fields. Default: `ignore`. */
  readonly mode?: DecodeMode;
  /** Treatment of integers beyond ±(2^53 - 1) in untyped fields. Default: `refuse`. */
  readonly largeIntegers?: LargeIntegers;
  /**
   * The client's original value, if the decoded value also has zeros that the client did not send.
   * `hubDecoder` finds explicit zeros in the original value, and removes nulls from the maps of the
   * original value in place. Default: the decoded value.
   */
  readonly sent?: JSONValue;
}

export interface DecodedObject {
  readonly object: RuntimeObject;
  /** Kind of the input, before conversion. */
  readonly gvk: GroupVersionKind;
  /** Messages about unknown and duplicate fields in mode `warn`; empty in other modes. */
  readonly warnings: readonly string[];
}

/**
 * Error for a decoded object that cannot be converted to the hub, because a conversion function
 * throws.
 */
export class HubConversionError extends Error {
  override readonly name = "HubConversionError";
  /** The decoded object in the version of the input, with defaults. */
  readonly object: RuntimeObject;

  constructor(cause: unknown, object: RuntimeObject) {
    super((cause as Error).message, { cause });
    this.object = object;
  }
}

export interface Decoder {
  /**
   * Decodes an object from a body of any format, as `decode` does for JSON. Mutates the value or
   * object of the body.
   */
  decodeBody(body: Body, options?: DecodeOptions): DecodedObject;
  /**
   * Decodes an object from JSON.
   * @throws UnmarshalError for a string that is not JSON, or has a value of a wrong type
   * @throws LargeNumberError for a number that JavaScript would round
   * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion, unless
   *   `defaults` has them
   * @throws NotRegisteredError for a kind that is not registered
   * @throws StrictDecodingError in mode `strict`, for unknown and duplicate fields
   */
  decode(text: string, options?: DecodeOptions): DecodedObject;
  /**
   * Decodes a parsed JSON value as `decode` does. Does not mutate the value. Keeps each `bigint` of
   * the value, and accepts numbers of any size.
   */
  decodeValue(value: unknown, options?: Omit<DecodeOptions, "largeIntegers">): DecodedObject;
}

export interface Encoder {
  /**
   * Converts an object to the encoder's version and returns its JSON.
   * @throws Error if the object cannot be converted
   */
  encode(obj: RuntimeObject): string;
}

/** Creates decoders and encoders for the kinds of a scheme (Go: serializer.CodecFactory). */
export class CodecFactory {
  readonly scheme: Scheme;

  constructor(scheme: Scheme) {
    this.scheme = scheme;
  }

  /**
   * Returns a decoder that returns objects in the version of the input, without defaults.
   * @param find returns the schema of a kind. Default: the schema that the scheme has for the kind
   */
  universalDeserializer(find?: (scheme: Scheme, gvk: GroupVersionKind) => TypeSchema): Decoder {
    return this.#decoder((object) => object, find);
  }

  /**
   * Returns a decoder that sets the defaults of the input's version, then converts the object to
   * one of the given versions. Without versions, it converts to the hub `__internal`.
   */
  universalDecoder(...versions: readonly GroupVersion[]): Decoder {
    return this.#decoder((object, gvk) => {
      this.scheme.default(object);
      const target: GroupVersioner = versions.length > 0 ? versions : { group: gvk.group, version: APIVersionInternal };
      return this.scheme.unsafeConvertToVersion(object, target);
    });
  }

  /**
   * Returns a decoder that sets the defaults of the input's version, then converts the object to
   * the hub of its kind (`Scheme.hubVersion`). The decoder refuses objects of other groups, and
   * throws HubConversionError if a conversion function throws.
   */
  hubDecoder(group: string): Decoder {
    // In Kubernetes' built-in groups, as in Go, a null in a map becomes zero, and defaults replace
    // zeros.
    const read = isKubernetesGroup(group) ? undefined : readSent;
    return this.#decoder((object, _, keepZeros) => this.toHub(object, group, keepZeros), undefined, read);
  }

  /**
   * Sets the defaults of a decoded object in place, and converts the object to the hub of its kind,
   * as `hubDecoder` does.
   * @param keepZeros finds the zeros that defaulting must keep. Default: defaulting keeps no zeros
   */
  toHub(object: RuntimeObject, group: string, keepZeros?: (object: object) => Restore): RuntimeObject {
    const restore = keepZeros?.(object);
    this.scheme.default(object);
    restore?.();
    const { kind } = object;
    const hub = this.scheme.hubVersion({ group, kind }) ?? { group, version: APIVersionInternal };
    try {
      return this.scheme.unsafeConvertToVersion(object, hub);
    } catch (error) {
      throw error instanceof NotRegisteredError ? error : new HubConversionError(error, object);
    }
  }

  /**
   * Returns an encoder that converts objects to a version. The encoder does not convert unversioned
   * types, such as `Status`.
   */
  encoderForVersion(target: GroupVersioner): Encoder {
    const scheme = this.scheme;
    return {
      encode(obj) {
        // Encoding only reads the converted object, so the object may share parts with the input.
        const out = scheme.unsafeConvertToVersion(obj, target);
        return encodeObject(scheme.schemaOf(out), out);
      },
    };
  }

  #decoder(
    finish: (
      object: RuntimeObject,
      gvk: GroupVersionKind,
      keepZeros: ((object: object) => Restore) | undefined,
    ) => RuntimeObject,
    find = (scheme: Scheme, gvk: GroupVersionKind): TypeSchema => scheme.schemaFor(gvk),
    read?: typeof readSent,
  ): Decoder {
    const decodeBody: Decoder["decodeBody"] = (body, options = {}) => {
      if ("object" in body) {
        const { apiVersion, kind } = body.object;
        const gvk = withKind(parseGroupVersion(apiVersion), kind);
        return { object: finish(body.object, gvk, undefined), gvk, warnings: [] };
      }
      const { object, gvk, warnings, keepZeros } = this.#decodeVersioned(body, options, find, read);
      return { object: finish(object, gvk, keepZeros), gvk, warnings };
    };
    const decode: Decoder["decode"] = (text, options = {}) => decodeBody(jsonBody(text), options);
    const decodeValue: Decoder["decodeValue"] = (value, options) => {
      const body = valueBody(value);
      return decodeBody(body, { ...options, largeIntegers: body.hasBigInt ? "bigint" : "number" });
    };
    return { decode, decodeValue, decodeBody };
  }

  #decodeVersioned(
    { value, source }: UntypedBody,
    options: DecodeOptions,
    find: (scheme: Scheme, gvk: GroupVersionKind) => TypeSchema,
    read: typeof readSent | undefined,
  ): DecodedObject & { readonly keepZeros: ((object: object) => Restore) | undefined } {
    const claimed = interpretKind(value);
    const gvk = options.defaults === undefined ? claimed : kindWithDefaults(claimed, options.defaults);
    if (gvk.kind === "") throw new MissingKindError(source.text());
    if (gvk.version === "") throw new MissingVersionError(source.text());
    const schema = find(this.scheme, gvk);
    const ofBody = read?.(schema, value);
    const keepZeros = options.sent === undefined ? ofBody : read?.(schema, options.sent);
    const decoded = decodeFrom(source, schema, value, options.mode ?? "ignore", options.largeIntegers);
    const object = decoded.value as RuntimeObject;
    // The kind of the input replaces the kind in the schema, because a type can be registered as
    // several kinds.
    object.apiVersion = groupVersionString(gvk);
    object.kind = gvk.kind;
    return { object, gvk, warnings: decoded.warnings, keepZeros };
  }
}

/** Kubernetes' built-in groups below `k8s.io`. Other groups below `k8s.io` are defined by CRDs. */
const kubernetesGroups: ReadonlySet<string> = new Set(
  [
    ...["admissionregistration", "apidiscovery", "apiextensions", "apiregistration", "audit", "authentication"],
    ...["authorization", "certificates", "coordination", "discovery", "events", "flowcontrol.apiserver"],
    ...["imagepolicy", "internal.apiserver", "metrics", "networking", "node", "rbac.authorization", "resource"],
    ...["scheduling", "storage", "storagemigration"],
  ].map((name) => `${name}.k8s.io`),
);

/**
 * Reports whether a group is built into Kubernetes: the core group, or one of `kubernetesGroups`.
 */
function isKubernetesGroup(group: string): boolean {
  return group === "" || kubernetesGroups.has(group);
}

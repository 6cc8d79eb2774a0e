import { oncePer } from "../util/once-per.js";
import { CodecFactory } from "../codec/codec-factory.js";
import { schemaInScheme } from "../codec/meta-schemas.js";
import type { Decoded, DecodeMode, LargeIntegers } from "../decode/decode.js";
import { UnmarshalError } from "../json/errors.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { cborBody } from "./cbor-codec.js";
import { CBORError } from "./cbor-error.js";

const decoderOf = oncePer((scheme: Scheme) => new CodecFactory(scheme).universalDeserializer(schemaInScheme));

/**
 * Decodes a CBOR document as an object, in the version that the document names: it is not
 * converted, and no defaults are set. The document may start with the tag of self-described CBOR.
 * Kinds of meta/v1 need not be registered in the scheme.
 * @param mode treatment of unknown fields; duplicate map keys are always an error
 * @param largeIntegers treatment of integers beyond ±(2^53 - 1) in values without a type
 * @throws UnmarshalError for bytes that are not one CBOR item, or that contain a value of a wrong
 *   type
 * @throws LargeNumberError for a number that would be rounded, unless `largeIntegers` allows it
 * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
 * @throws NotRegisteredError for a kind that neither the scheme nor meta/v1 has
 * @throws StrictDecodingError in mode `strict`, for unknown fields
 */
export function decodeCBOR(
  scheme: Scheme,
  data: Uint8Array,
  mode: DecodeMode,
  largeIntegers: LargeIntegers = "refuse",
): Decoded<RuntimeObject> {
  const { object, warnings } = decoderOf(scheme).decodeBody(bodyOf(data), { mode, largeIntegers });
  return { value: object, warnings };
}

function bodyOf(data: Uint8Array): ReturnType<typeof cborBody> {
  try {
    return cborBody(data);
  } catch (error) {
    if (!(error instanceof CBORError)) throw error;
    throw new UnmarshalError(`unable to determine group/version/kind: ${error.message}`, { cause: error });
  }
}

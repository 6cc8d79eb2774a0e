/**
 * Aliases that say more than `string` and `number`. The generators recognise them by name; to the
 * compiler they are the JSON value they have on the wire and in memory.
 */

/** A JSON value. */
export type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject;
/** A JSON object. */
export interface JSONObject {
  [key: string]: JSONValue;
}

export type int8 = number;
export type int16 = number;
export type int32 = number;
/**
 * An integer of up to 2^53 - 1 either way: decoding refuses what a JavaScript number can't hold.
 */
export type int64 = number;
export type uint8 = number;
export type uint16 = number;
export type uint32 = number;
/** A natural number of up to 2^53 - 1: decoding refuses what a JavaScript number can't hold. */
export type uint64 = number;
export type float32 = number;
export type float64 = number;

/** Bytes as standard base64 text with padding (RFC 4648, section 4), Go's []byte. */
export type bytes = string;
/** A point in time to the second: RFC 3339 text in UTC, `""` for Go's zero time. */
export type Time = string;
/** A point in time to the microsecond: RFC 3339 text with six digits, `""` for Go's zero time. */
export type MicroTime = string;
/** A length of time as Go prints it: `1h30m0s`. */
export type Duration = string;
/** A number with a suffix, in canonical form: `100m`, `1536Mi`. */
export type Quantity = string;
/** A number or a text, by its JSON type: a port by number or name, a count or a percentage. */
export type IntOrString = number | string;
/** An object whose type is known to somebody else, kept as the JSON that it came as. */
export type RawExtension = JSONObject;
/** A set of fields in the format of KEP-555, kept as the JSON that it came as. */
export type FieldsV1 = JSONObject;

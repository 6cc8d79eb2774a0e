/**
 * Type aliases for formats that JSON values can have. The generators recognise the aliases by name.
 * For the compiler, each alias is the type that its values have both on the wire and in memory.
 */

/**
 * A JSON value. In an object of a client or of a webhook, an integer beyond ±(2^53 - 1) is a
 * `bigint` at run time, which this type does not show.
 */
export type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject;
/** A JSON object. */
export interface JSONObject {
  [key: string]: JSONValue;
}

export type int8 = number;
export type int16 = number;
export type int32 = number;
/**
 * An integer from -(2^53 - 1) to 2^53 - 1: decoding refuses integers that JavaScript numbers cannot
 * represent exactly.
 */
export type int64 = number;
export type uint8 = number;
export type uint16 = number;
export type uint32 = number;
/**
 * An integer from 0 to 2^53 - 1: decoding refuses integers that JavaScript numbers cannot represent
 * exactly.
 */
export type uint64 = number;
export type float32 = number;
export type float64 = number;

/** Bytes as standard base64 with padding (RFC 4648, section 4); []byte in Go. */
export type bytes = string;
/** A point in time in seconds: a string of RFC 3339 in UTC, `""` for Go's zero time. */
export type Time = string;
/**
 * A point in time in microseconds: a string of RFC 3339 with six digits, `""` for Go's zero time.
 */
export type MicroTime = string;
/** A duration in Go's format: `1h30m0s`. */
export type Duration = string;
/** A number with an optional suffix, in canonical form: `100m`, `1536Mi`. */
export type Quantity = string;
/** A number or a string, such as a port by number or name, or a count or percentage. */
export type IntOrString = number | string;
/** An object of a type that is unknown to this program, as JSON. */
export type RawExtension = JSONObject;
/** A set of fields in the format of managedFields (KEP-555), as JSON. */
export type FieldsV1 = JSONObject;

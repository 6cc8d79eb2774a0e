/**
 * Type aliases for formats of JSON values. The generators recognise the aliases by name. For the
 * compiler, each alias is the type of its values in JSON and in memory.
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
 * An integer from -(2^53 - 1) to 2^53 - 1. Decoding refuses other integers, because a JavaScript
 * number cannot represent all of them exactly.
 */
export type int64 = number;
export type uint8 = number;
export type uint16 = number;
export type uint32 = number;
/**
 * An integer from 0 to 2^53 - 1. Decoding refuses other integers, because a JavaScript number
 * cannot represent all of them exactly.
 */
export type uint64 = number;
export type float32 = number;
export type float64 = number;

/** Bytes as standard base64 with padding (RFC 4648, section 4); []byte in Go. */
export type bytes = string;
/**
 * A point in time with a precision of seconds: a string of RFC 3339 in UTC; `""` is Go's zero time.
 */
export type Time = string;
/**
 * A point in time with a precision of microseconds: a string of RFC 3339 in UTC with six decimal
 * places; `""` is Go's zero time.
 */
export type MicroTime = string;
/** A duration in Go's format: `1h30m0s`. */
export type Duration = string;
/** A number with an optional suffix, in canonical form: `100m`, `1536Mi`. */
export type Quantity = string;
/** A number or a string: for example, the number or name of a port, or a count or percentage. */
export type IntOrString = number | string;
/** An object whose type is unknown to the program. */
export type RawExtension = JSONObject;
/** A set of field paths in the JSON format of managedFields (KEP-555). */
export type FieldsV1 = JSONObject;

/** Type of a field. `labels` is a map of texts; a message has its own fields. */
export type ProtobufType =
  | "string"
  | "integer"
  | "boolean"
  | "time"
  | "microTime"
  | "fieldsV1"
  | "labels"
  | ProtobufMessage;

/** A field of a message. */
export interface ProtobufField {
  /** Name of the property in JSON. */
  readonly name: string;
  readonly type: ProtobufType;
  readonly isList?: boolean;
  /**
   * True if the field is a pointer in Go. Its empty text, zero and false are values. Go writes
   * those of other fields, too, although they are absent.
   */
  readonly isPointer?: boolean;
}

/** The fields of a message by their numbers. */
export type ProtobufMessage = Readonly<{ [number: number]: ProtobufField }>;

/** Returns a message of texts, whose numbers are 1, 2, 3, … */
export function textMessage(...names: readonly string[]): ProtobufMessage {
  return Object.fromEntries(names.map((name, index) => [index + 1, { name, type: "string" }]));
}

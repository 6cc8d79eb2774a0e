import type { ProtobufMessage, ProtobufField } from "../messages/message.js";
import type { PackageMessages } from "../messages/package-messages.js";
import type { WireField } from "./wire.js";
import { wireFieldOf, type WireScope } from "./wire-of.js";

/** A field with its number and its protobuf type. */
export interface NumberedField {
  readonly field: ProtobufField;
  readonly number: number;
  readonly form: WireField;
}

/**
 * Returns the fields of a message whose types protobuf can express, in the order of the message.
 */
export function numberedFields(
  scope: WireScope,
  own: PackageMessages,
  message: ProtobufMessage,
): readonly NumberedField[] {
  const { id, name } = message.type;
  return message.fields.flatMap((field): NumberedField[] => {
    const number = own.messages.get(id)?.numbers.byField.get(field);
    const subject = field.kind === "property" ? `${name}.${field.origin}` : name;
    const form = wireFieldOf(scope, subject, field.type, field.position);
    if (number === undefined || form === undefined) return [];
    return [{ field, number, form }];
  });
}

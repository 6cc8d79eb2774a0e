import type { ProtobufField } from "../messages/message.js";
import type { MessageWithNumbers, PackageMessages } from "../messages/package-messages.js";
import type { WireField } from "./wire.js";
import { wireFieldOf, type WireScope } from "./wire-of.js";

/** A field with its number and its protobuf type. */
export interface NumberedField {
  readonly field: ProtobufField;
  readonly number: number;
  readonly form: WireField;
}

/** A message, with those fields whose types protobuf can express, in the order of the message. */
export interface NumberedMessage {
  readonly message: MessageWithNumbers;
  readonly fields: readonly NumberedField[];
}

/** Returns the messages of a package with the protobuf types of their fields. */
export function numberedMessages(scope: WireScope, { messages }: PackageMessages): readonly NumberedMessage[] {
  return Array.from(messages.values(), (message) => {
    const { name } = message.type;
    const fields = message.fields.flatMap((field): readonly NumberedField[] => {
      const number = message.numbers.byField.get(field);
      const subject = field.kind === "property" ? `${name}.${field.origin}` : name;
      const form = wireFieldOf(scope, subject, field.type, field.position);
      return number === undefined || form === undefined ? [] : [{ field, number, form }];
    });
    return { message, fields };
  });
}

import type { Type } from "../../engine/model/universe.js";
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
  return message.fields.flatMap((field): NumberedField[] => {
    const number = own.messages.get(message.type.id)?.numbers.byField.get(field);
    const form = formOf(scope, message, field);
    if (number === undefined || form === undefined) return [];
    return [{ field, number, form }];
  });
}

function formOf(
  scope: WireScope,
  message: ProtobufMessage,
  { source, position }: ProtobufField,
): WireField | undefined {
  const ofType = (subject: string, type: Type, at = position): WireField | undefined =>
    wireFieldOf(scope, subject, type, at);
  switch (source.kind) {
    case "property":
      return ofType(`${message.type.name}.${source.property.name}`, source.property.type, source.property.position);
    case "base":
      return ofType(message.type.name, { kind: "ref", to: source.base.id });
    case "member":
      return ofType(message.type.name, { kind: "ref", to: source.type.id });
    case "items":
      return ofType(message.type.name, source.type);
  }
}

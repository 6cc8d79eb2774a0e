import type { Type } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import type { Printable } from "../../engine/print/symbol.js";
import type { Message, MessageField } from "./message.js";
import type { PackageMessages } from "./package-messages.js";
import { presenceOf, type Presence } from "./presence.js";
import type { WireField } from "./wire.js";
import { wireFieldOf, type WireScope } from "./wire-of.js";

/** A field with its number and its form. */
export interface NumberedField {
  readonly field: MessageField;
  readonly number: number;
  readonly form: WireField;
  readonly presence: Presence;
}

/** Returns the fields of a message that have a form, in the order of the message. */
export function numberedFields(scope: WireScope, own: PackageMessages, message: Message): readonly NumberedField[] {
  return message.fields.flatMap((field): NumberedField[] => {
    const number = own.messages.get(message.type.id)?.numbers.byField.get(field);
    const form = formOf(scope, message, field);
    if (number === undefined || form === undefined) return [];
    return [{ field, number, form, presence: presenceOf(field, form.wire) }];
  });
}

function formOf(scope: WireScope, message: Message, { source, position }: MessageField): WireField | undefined {
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

/** Returns the functions of a message's type. */
export function functionNames({ type }: Message): { readonly marshal: string; readonly unmarshal: string } {
  return { marshal: names.marshal(type.name), unmarshal: names.unmarshal(type.name) };
}

/** Returns a printable text in one piece. */
export function code(...parts: readonly Printable[]): Printable {
  return parts;
}

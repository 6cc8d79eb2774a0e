import type { Problem } from "../../engine/base/problem.js";
import type { ProtoField } from "../../engine/load/proto/parse-proto.js";
import type { NumberedField, NumberedMessage } from "./numbered-field.js";
import type { PackageMessages } from "../messages/package-messages.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/**
 * Reports fields whose new type cannot decode data that was encoded with the old type under the
 * same number.
 */
export function wireTypeProblems(own: PackageMessages, numbered: readonly NumberedMessage[]): readonly Problem[] {
  return numbered.flatMap(({ message, fields }) => {
    const { name } = message.type;
    const known = own.existing?.messages.get(name)?.fields;
    return fields.flatMap((field) => {
      const before = known?.get(field.field.name);
      return before === undefined || formOfProto(before) === formOf(field) ? [] : [changed(own, name, field, before)];
    });
  });
}

type Form = "varint" | "fixed32" | "fixed64" | "text" | "message" | "map";

const forms: { readonly [type: string]: Form } = {
  bool: "varint",
  int32: "varint",
  int64: "varint",
  uint32: "varint",
  uint64: "varint",
  float: "fixed32",
  double: "fixed64",
  string: "text",
  bytes: "text",
};

function formOf({ form: { label, wire } }: NumberedField): Form | undefined {
  if (label === "map") return "map";
  return wire.kind === "message" ? "message" : forms[wire.proto];
}

function formOfProto({ type }: ProtoField): Form {
  return type === "map" ? "map" : (forms[type] ?? "message");
}

function changed(own: PackageMessages, type: string, { field, form }: NumberedField, before: ProtoField): Problem {
  const after = form.label === "map" ? "map" : form.wire.proto.slice(form.wire.proto.lastIndexOf(".") + 1);
  const old = before.type.slice(before.type.lastIndexOf(".") + 1);
  return {
    ...protobufProblems.is("protobuf/type-changed"),
    message: `${type}.${field.name} (number ${before.number}) has the type ${old} in ${own.path}, but now ${after}: stored objects could not be read`,
    hint: "restore the type, or rename the property, so that it gets a new number",
    position: field.position,
  };
}

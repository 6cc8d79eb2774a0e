import { propertyAccess } from "../../engine/render.js";
import type { Printable } from "../../engine/print/symbol.js";
import { code, type NumberedField } from "./numbered-field.js";
import { tagOf } from "./tag.js";
import type { Wire } from "./wire.js";
import { wireFunctions } from "./wire-of.js";
import { zeroOf } from "./zero.js";

/** Returns the statements that write the fields of a message, by number. */
export function marshalStatements(fields: readonly NumberedField[]): readonly Printable[] {
  return fields.toSorted((a, b) => a.number - b.number).map(statement);
}

function statement(numbered: NumberedField): Printable {
  const { field, number, form, presence } = numbered;
  const { wire } = form;
  const tag = tagOf(number, wire);
  const { source } = field;
  switch (source.kind) {
    case "base":
      return writeMessage(tag, wire, "input");
    case "member":
      return code(`case ${JSON.stringify(source.value)}: `, writeMessage(tag, wire, "input"), " break;");
    case "items":
      return collection(numbered, tag, "input");
    case "property": {
      const value = `input${propertyAccess(source.property.name)}`;
      if (form.label !== "singular") return collection(numbered, tag, value);
      if (presence === "present") return code(`if (${value} !== undefined) `, singular(tag, wire, value));
      return singular(tag, wire, orZero(wire, value));
    }
  }
}

function singular(tag: number, wire: Wire, value: string): Printable {
  if (wire.kind === "message") return writeMessage(tag, wire, value);
  return code(`writer.uint32(${tag})`, writeScalar(wire, value), ";");
}

/** Returns the code of a required value that can be absent. An absent JSON value stays absent. */
function orZero(wire: Wire, value: string): string {
  return wire.kind === "message" && wire.isRaw === true ? value : `${value} ?? ${zeroOf(wire) ?? "{}"}`;
}

function collection({ number, form: { label, wire } }: NumberedField, tag: number, value: string): Printable {
  if (label === "repeated") {
    if (wire.kind === "message")
      return code(wireFunctions, `.writeMessages(writer, ${tag}, `, wire.marshal, `, ${value});`);
    return code(
      `for (const item of ${value === "input" ? value : `${value} ?? []`}) writer.uint32(${tag})`,
      writeScalar(wire, "item"),
      ";",
    );
  }
  const mapTag = number * 8 + 2;
  if (wire.kind === "message")
    return code(wireFunctions, `.writeMessageMap(writer, ${mapTag}, ${value}, `, wire.marshal, ");");
  return code(
    wireFunctions,
    `.writeMap(writer, ${mapTag}, ${value}, (entry, value) => { entry.uint32(${tagOf(2, wire)})`,
    writeScalar(wire, "value"),
    "; });",
  );
}

function writeMessage(tag: number, wire: Wire, value: Printable): Printable {
  if (wire.kind !== "message") return "";
  return code(wireFunctions, `.writeMessage(writer, ${tag}, `, wire.marshal, ", ", value, ");");
}

function writeScalar(wire: Wire & { readonly kind: "scalar" }, value: string): Printable {
  if (wire.proto === "bytes") return code(".bytes(", wireFunctions, `.bytesOf(${value}))`);
  return `.${wire.proto}(${value})`;
}

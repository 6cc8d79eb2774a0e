import type { Universe } from "../../engine/model/universe.js";
import { printType } from "../../engine/print/type.js";
import { propertyAccess } from "../../engine/render.js";
import type { Printable } from "../../engine/print/symbol.js";
import { code, type NumberedField } from "./numbered-field.js";
import { packedTagOf, tagOf } from "./tag.js";
import type { Wire } from "./wire.js";
import { wireFunctions } from "./wire-of.js";
import { zeroOf } from "./zero.js";

type ScalarWire = Wire & { readonly kind: "scalar" };
type MessageWire = Wire & { readonly kind: "message" };

/** Returns the cases of the switch that reads the fields of a message, by number. */
export function unmarshalCases(universe: Universe, fields: readonly NumberedField[]): readonly Printable[] {
  return fields.toSorted((a, b) => a.number - b.number).flatMap((field) => casesOf(universe, field));
}

function casesOf(universe: Universe, numbered: NumberedField): readonly Printable[] {
  const { field, number, form, presence } = numbered;
  const { label, wire } = form;
  const { source } = field;
  const one = (statement: Printable, tag = tagOf(number, wire)): Printable =>
    code(`case ${tag}: `, statement, " break;");
  switch (source.kind) {
    case "base":
      return [one(code(readMessage(wire, "output"), ";"))];
    case "member":
      return [one(code("output = ", readMessage(wire), ";"))];
    case "items":
      return label === "map" ? [mapCase(numbered, "output")] : listCases(numbered, "output");
    case "property": {
      const target = `output${propertyAccess(source.property.name)}`;
      if (label === "map") return [mapCase(numbered, source.property.optional ? `(${target} ??= {})` : target)];
      if (label === "repeated") return listCases(numbered, source.property.optional ? `(${target} ??= [])` : target);
      const value = wire.kind === "scalar" ? readScalar(wire) : readMessage(wire, target);
      if (presence !== "notZero") return [one(code(`${target} = `, value, ";"))];
      const typed =
        wire.kind === "scalar" && wire.isLiteral ? code(": ", printType(universe, source.property.type)) : "";
      const test = testOf(wire);
      return [
        code(
          `case ${tagOf(number, wire)}: { const value`,
          typed,
          " = ",
          unlessZero(wire, value),
          "; if (",
          test,
          `) ${target} = value; else if (${target} !== undefined) delete ${target}; break; }`,
        ),
      ];
    }
  }
}

/** Returns the test that a value is not zero. Members of a union of literals can all be truthy. */
function testOf(wire: Wire): Printable {
  if (wire.kind === "message") return "value !== undefined";
  return wire.isLiteral ? code("!", wireFunctions, ".isZero(value)") : "value";
}

function unlessZero(wire: Wire, value: Printable): Printable {
  if (wire.kind === "scalar") return value;
  return code(wireFunctions, ".unlessZero(reader, ", wire.unmarshal, ", ", value, ")");
}

function listCases({ number, form: { wire } }: NumberedField, list: string): readonly Printable[] {
  const item = wire.kind === "scalar" ? readScalar(wire) : readMessage(wire);
  const single = code(`case ${tagOf(number, wire)}: ${list}.push(`, item, "); break;");
  const packed = packedTagOf(number, wire);
  if (packed === undefined) return [single];
  return [single, code(`case ${packed}: `, wireFunctions, `.readPacked(reader, ${list}, () => `, item, "); break;")];
}

function mapCase({ number, form: { wire } }: NumberedField, map: string): Printable {
  const start = code(`case ${number * 8 + 2}: `, wireFunctions);
  if (wire.kind === "message")
    return code(start, `.readMessageEntry(reader, ${map}, end, `, wire.unmarshal, "); break;");
  return code(
    start,
    `.readEntry(reader, ${map}, end, () => `,
    readScalar(wire),
    `, () => ${zeroOf(wire) ?? ""}); break;`,
  );
}

function readMessage(wire: Wire, into?: string): Printable {
  const { unmarshal, isEmbedded } = wire as MessageWire;
  const fn = isEmbedded === true ? ".readEmbedded" : ".readMessage";
  const target = into === undefined || isEmbedded === true ? "" : `, ${into}`;
  return code(wireFunctions, `${fn}(reader, `, unmarshal, `${target})`);
}

const helpers: { readonly [proto: string]: string } = {
  int64: ".readInt64(reader)",
  uint64: ".readUint64(reader)",
  float: ".readFloat(reader)",
  double: ".readDouble(reader)",
  bytes: ".readBytes(reader)",
};

function readScalar({ proto, isLiteral }: ScalarWire): Printable {
  if (isLiteral && proto === "string") return code(wireFunctions, ".readText(reader)");
  const helper = helpers[proto];
  const value = helper === undefined ? `reader.${proto}()` : code(wireFunctions, helper);
  return isLiteral ? code(wireFunctions, ".readLiteral(", value, ")") : value;
}

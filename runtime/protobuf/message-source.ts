import { printLiteral, SourceText } from "../source/source-text.js";
import { withItem } from "../wire/lists.js";
import { readEntry, readMessageEntry, writeMap, writeMessageMap } from "../wire/maps.js";
import { readEmbedded, readMessage, writeMessage, writeMessages, zeroEmbedded, zeroMessage } from "../wire/messages.js";
import { bytesFromBase64, readPacked } from "../wire/scalars.js";
import { readTag, skipField } from "../wire/tags.js";
import { unlessZero } from "../wire/zeros.js";
import { scalarReaders, type ProtobufScalar, type WireForm, type RequiredZero } from "./form.js";
import { unmarshalByTable } from "./message-table.js";
import type { WireMessage, WireMessageField } from "./message.js";
import { packedTagOf, tagOf } from "./tag.js";

/** Source text that returns a function, and the constants to which the text refers. */
export interface MessageSource {
  readonly text: SourceText;
  readonly body: string;
}

/**
 * Returns the source text of the function that writes the fields of an object. The function
 * iterates over the properties that an object has. Looking up each declared property would take
 * longer, because objects of the same type have many hidden classes.
 */
export function marshalSource({ fields }: WireMessage): MessageSource {
  const text = new SourceText();
  const statements = fields.map((field, index) => writeField(text, field, `v${index}`));
  const names = fields.map(({ place }, index) =>
    place.kind === "property" ? `case ${printLiteral(place.name)}: v${index} = value; break;` : "",
  );
  return {
    text,
    body: `return function (writer, input) {
${fields.map((_, index) => `let v${index};`).join("\n")}
for (const key in input) {
const value = input[key];
switch (key) {
${names.join("\n")}
}
}
${statements.join("\n")}
};`,
  };
}

/** @param value variable that holds the value of the property */
function writeField(text: SourceText, field: WireMessageField, value: string): string {
  const { number, place, label, wire, presence } = field;
  const tag = tagOf(number, wire);
  if (place.kind === "base") return writeOne(text, tag, wire, "input");
  if (label !== "singular") return writeMany(text, field, tag, value);
  if (presence !== "present") return writeOne(text, tag, wire, orZero(wire, value));
  return `if (${value} !== undefined && ${value} !== null) ${writeOne(text, tag, wire, value)}`;
}

function writeOne(text: SourceText, tag: number, wire: WireForm, value: string): string {
  if (wire.kind === "scalar") return `writer.uint32(${tag})${writeScalar(text, wire.scalar, value)};`;
  return `${text.constant(writeMessage)}(writer, ${tag}, ${text.constant(wire.codec)}.marshal, ${value});`;
}

/**
 * Returns the expression for a required value, with the zero in place of an absent value. A value
 * that is encoded as JSON stays absent.
 */
function orZero(wire: WireForm, value: string): string {
  if (wire.kind === "message" && wire.isRaw === true) return value;
  return `${value} ?? ${JSON.stringify(wire.zero ?? {})}`;
}

function writeMany(text: SourceText, { number, label, wire }: WireMessageField, tag: number, value: string): string {
  if (label === "repeated") {
    if (wire.kind === "scalar")
      return `for (const item of ${value} ?? []) writer.uint32(${tag})${writeScalar(text, wire.scalar, "item")};`;
    return `${text.constant(writeMessages)}(writer, ${tag}, ${text.constant(wire.codec)}.marshal, ${value});`;
  }
  const mapTag = number * 8 + 2;
  if (wire.kind === "message")
    return `${text.constant(writeMessageMap)}(writer, ${mapTag}, ${value}, ${text.constant(wire.codec)}.marshal);`;
  const write = `(entry, value) => { entry.uint32(${tagOf(2, wire)})${writeScalar(text, wire.scalar, "value")}; }`;
  return `${text.constant(writeMap)}(writer, ${mapTag}, ${value}, ${write});`;
}

function writeScalar(text: SourceText, scalar: ProtobufScalar, value: string): string {
  return scalar === "bytes" ? `.bytes(${text.constant(bytesFromBase64)}(${value}))` : `.${scalar}(${value})`;
}

/**
 * Returns the source text of the function that reads the fields of an object. The fields are read
 * into variables, and then the object is created, with its properties in the same order as in an
 * object of the JSON decoder. Objects from both formats thus have the same hidden classes, and
 * reading needs no property look-ups. If a message occurs a second time, which is rare, it is
 * merged into the object of the first occurrence by `unmarshalByTable`.
 */
export function unmarshalSource(message: WireMessage): MessageSource {
  const { fields, names, zeros, optional } = message;
  const text = new SourceText();
  const cases = fields.flatMap((field, index) => readField(text, field, `f${index}`));
  const variables = fields.map((_, index) => `f${index}`);
  const own = new Map<string, string>();
  for (const [index, { place }] of fields.entries()) {
    const inherited = place.kind === "base" ? place.names : [];
    for (const name of inherited) if (!own.has(name)) own.set(name, `f${index}[${printLiteral(name)}]`);
    if (place.kind === "property") own.set(place.name, `f${index}`);
  }
  const firsts = new Map(zeros.map(([name, zero]) => [own.get(name), jsonOf(zero)]));
  const bases = fields.map(({ place, wire }, index) =>
    place.kind === "base" ? `f${index} ??= ${zeroOf(text, wire)};` : "",
  );
  const properties = zeros.map(([name, zero]) => {
    const value = own.get(name);
    const made = zero.kind === "json" ? jsonOf(zero) : zeroOf(text, zero);
    return `${printLiteral(name)}: ${value === undefined ? made : zero.kind === "json" ? value : `${value} ?? ${made}`}`;
  });
  const additions = optional.map((name) => {
    const value = own.get(name);
    return value === undefined ? "" : `if (${value} !== undefined) output[${printLiteral(name)}] = ${value};`;
  });
  return {
    text,
    body: `return function (reader, end, into) {
if (into) return ${text.constant(unmarshalByTable(message))}(reader, end, into);
${variables.map((name) => `let ${name} = ${firsts.get(name) ?? "undefined"};`).join("\n")}
while (reader.pos < end) {
const tag = ${text.constant(readTag)}(reader);
switch (tag) {
${cases.join("\n")}
default: ${text.constant(skipField)}(reader, tag, ${text.constant(names)});
}
}
${bases.join("\n")}
const output = { ${properties.join(", ")} };
${additions.join("\n")}
return output;
};`,
  };
}

function jsonOf(zero: RequiredZero): string {
  return zero.kind === "json" ? JSON.stringify(zero.value) : "undefined";
}

/**
 * Returns the expression for the zero value of a field. For a message, this is the result of
 * reading an empty message.
 */
function zeroOf(text: SourceText, wire: WireForm): string {
  if (wire.kind === "scalar") return JSON.stringify(wire.zero);
  const make = text.constant(wire.isEmbedded === true ? zeroEmbedded : zeroMessage);
  return `${make}(reader, ${text.constant(wire.codec)}.unmarshal)`;
}

/** @param target expression for the variable or property that the field sets or extends */
function readField(text: SourceText, field: WireMessageField, target: string): readonly string[] {
  const { number, label, wire, presence } = field;
  const one = (statement: string): string => `case ${tagOf(number, wire)}: ${statement} break;`;
  if (label === "map") return [readMap(text, field, `(${target} ??= {})`)];
  if (label === "repeated") return readList(text, field, target);
  const value = read(text, wire, target);
  if (presence !== "notZero") return [one(`${target} = ${value};`)];
  if (wire.kind === "scalar") return [one(`${target} = ${value} || undefined;`)];
  const found = `${text.constant(unlessZero)}(reader, ${text.constant(wire.codec)}.unmarshal, ${value})`;
  return [one(`${target} = ${found};`)];
}

function readList(text: SourceText, { number, wire }: WireMessageField, list: string): readonly string[] {
  const item = read(text, wire);
  const single = `case ${tagOf(number, wire)}: ${list} = ${text.constant(withItem)}(${list}, ${item}); break;`;
  const packed = packedTagOf(number, wire);
  if (packed === undefined) return [single];
  return [single, `case ${packed}: ${text.constant(readPacked)}(reader, ${list} ??= [], () => ${item}); break;`];
}

function readMap(text: SourceText, { number, wire }: WireMessageField, map: string): string {
  const start = `case ${number * 8 + 2}:`;
  if (wire.kind === "message")
    return `${start} ${text.constant(readMessageEntry)}(reader, ${map}, end, ${text.constant(wire.codec)}.unmarshal); break;`;
  const zero = JSON.stringify(wire.zero);
  return `${start} ${text.constant(readEntry)}(reader, ${map}, end, () => ${read(text, wire)}, () => ${zero}); break;`;
}

/**
 * Returns the expression that reads a value.
 * @param into expression for an existing value into which a message is merged; undefined if none
 *   exists
 */
function read(text: SourceText, wire: WireForm, into?: string): string {
  if (wire.kind === "scalar") {
    const reader = scalarReaders[wire.scalar];
    return reader === undefined ? `reader.${wire.scalar}()` : `${text.constant(reader)}(reader)`;
  }
  const codec = text.constant(wire.codec);
  if (wire.isEmbedded === true) return `${text.constant(readEmbedded)}(reader, ${codec}.unmarshal)`;
  return `${text.constant(readMessage)}(reader, ${codec}.unmarshal${into === undefined ? "" : `, ${into}`})`;
}

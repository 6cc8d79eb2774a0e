import { quoted, SourceText } from "../source/source-text.js";
import { readEntry, readMessageEntry, writeMap, writeMessageMap } from "../wire/maps.js";
import { readEmbedded, readMessage, writeMessage, writeMessages, zeroEmbedded, zeroMessage } from "../wire/messages.js";
import { bytesOf, readPacked } from "../wire/scalars.js";
import { readTag, skipField } from "../wire/tags.js";
import { unlessZero } from "../wire/zeros.js";
import { scalarReaders, type Scalar, type Wire } from "./form.js";
import type { Message, MessageField } from "./message.js";
import { packedTagOf, tagOf } from "./tag.js";

/** Source text of a function: the body of a function that returns it, and its constants. */
export interface MessageSource {
  readonly text: SourceText;
  readonly body: string;
}

/** Returns the source text of the function that writes the fields of a message. */
export function marshalSource({ fields, discriminator }: Message): MessageSource {
  const text = new SourceText();
  const statements = fields.map((field) => writeField(text, field));
  const body =
    discriminator === undefined ? statements : [`switch (input[${quoted(discriminator)}]) {`, ...statements, "}"];
  return { text, body: `return function (writer, input) {\nlet value;\n${body.join("\n")}\n};` };
}

function writeField(text: SourceText, field: MessageField): string {
  const { number, place, label, wire, presence } = field;
  const tag = tagOf(number, wire);
  switch (place.kind) {
    case "base":
      return writeOne(text, tag, wire, "input");
    case "member":
      return `case ${quoted(place.value)}: ${writeOne(text, tag, wire, "input")} break;`;
    case "items":
      return writeMany(text, field, tag, "input");
    case "property": {
      const value = `input[${quoted(place.name)}]`;
      if (label !== "singular") return writeMany(text, field, tag, value);
      if (presence === "present")
        return `value = ${value}; if (value !== undefined && value !== null) ${writeOne(text, tag, wire, "value")}`;
      return writeOne(text, tag, wire, orZero(wire, value));
    }
  }
}

function writeOne(text: SourceText, tag: number, wire: Wire, value: string): string {
  if (wire.kind === "scalar") return `writer.uint32(${tag})${writeScalar(text, wire.scalar, value)};`;
  return `${text.constant(writeMessage)}(writer, ${tag}, ${text.constant(wire.codec)}.marshal, ${value});`;
}

/** Returns the code of a required value that can be absent. An absent JSON value stays absent. */
function orZero(wire: Wire, value: string): string {
  if (wire.kind === "message" && wire.isRaw === true) return value;
  return `${value} ?? ${JSON.stringify(wire.zero ?? {})}`;
}

function writeMany(text: SourceText, { number, label, wire }: MessageField, tag: number, value: string): string {
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

function writeScalar(text: SourceText, scalar: Scalar, value: string): string {
  return scalar === "bytes" ? `.bytes(${text.constant(bytesOf)}(${value}))` : `.${scalar}(${value})`;
}

/** Returns the source text of the function that reads the fields of a message. */
export function unmarshalSource({ fields, names, zeros, container, discriminator }: Message): MessageSource {
  const text = new SourceText();
  const cases = fields.flatMap((field) => readField(text, field));
  const properties = zeros.map(
    ([name, zero]) => `${quoted(name)}: ${zero.kind === "json" ? JSON.stringify(zero.value) : "undefined"}`,
  );
  const blank = container === "list" ? "[]" : `{ ${properties.join(", ")} }`;
  const messages = zeros.map(([name, zero]) => {
    if (zero.kind === "json") return "";
    const make = text.constant(zero.isEmbedded === true ? zeroEmbedded : zeroMessage);
    const target = `output[${quoted(name)}]`;
    return `if (${target} === undefined) ${target} = ${make}(reader, ${text.constant(zero.codec)}.unmarshal);`;
  });
  const body = `return function (reader, end, into) {
${discriminator === undefined ? "const" : "let"} output = into ?? ${blank};
while (reader.pos < end) {
const tag = ${text.constant(readTag)}(reader);
switch (tag) {
${cases.join("\n")}
default: ${text.constant(skipField)}(reader, tag, ${text.constant(names)});
}
}
${messages.filter((one) => one !== "").join("\n")}
return output;
};`;
  return { text, body };
}

function readField(text: SourceText, field: MessageField): readonly string[] {
  const { number, place, label, wire, presence } = field;
  const one = (statement: string): string => `case ${tagOf(number, wire)}: ${statement} break;`;
  switch (place.kind) {
    case "base":
      return [one(`${read(text, wire, "output")};`)];
    case "member":
      return [one(`output = ${read(text, wire)};`)];
    case "items":
      return label === "map" ? [readMap(text, field, "output")] : readList(text, field, "output");
    case "property": {
      const target = `output[${quoted(place.name)}]`;
      if (label === "map") return [readMap(text, field, place.optional ? `(${target} ??= {})` : target)];
      if (label === "repeated") return readList(text, field, place.optional ? `(${target} ??= [])` : target);
      const value = read(text, wire, target);
      if (presence !== "notZero") return [one(`${target} = ${value};`)];
      const [found, test] =
        wire.kind === "scalar"
          ? [value, "value"]
          : [
              `${text.constant(unlessZero)}(reader, ${text.constant(wire.codec)}.unmarshal, ${value})`,
              "value !== undefined",
            ];
      const set = `if (${test}) ${target} = value; else if (${target} !== undefined) delete ${target};`;
      return [one(`{ const value = ${found}; ${set} }`)];
    }
  }
}

function readList(text: SourceText, { number, wire }: MessageField, list: string): readonly string[] {
  const item = read(text, wire);
  const single = `case ${tagOf(number, wire)}: ${list}.push(${item}); break;`;
  const packed = packedTagOf(number, wire);
  if (packed === undefined) return [single];
  return [single, `case ${packed}: ${text.constant(readPacked)}(reader, ${list}, () => ${item}); break;`];
}

function readMap(text: SourceText, { number, wire }: MessageField, map: string): string {
  const start = `case ${number * 8 + 2}:`;
  if (wire.kind === "message")
    return `${start} ${text.constant(readMessageEntry)}(reader, ${map}, end, ${text.constant(wire.codec)}.unmarshal); break;`;
  const zero = JSON.stringify(wire.zero);
  return `${start} ${text.constant(readEntry)}(reader, ${map}, end, () => ${read(text, wire)}, () => ${zero}); break;`;
}

/**
 * Returns the code that reads a value.
 * @param into code of the value into which a message is merged
 */
function read(text: SourceText, wire: Wire, into?: string): string {
  if (wire.kind === "scalar") {
    const reader = scalarReaders[wire.scalar];
    return reader === undefined ? `reader.${wire.scalar}()` : `${text.constant(reader)}(reader)`;
  }
  const codec = text.constant(wire.codec);
  if (wire.isEmbedded === true) return `${text.constant(readEmbedded)}(reader, ${codec}.unmarshal)`;
  return `${text.constant(readMessage)}(reader, ${codec}.unmarshal${into === undefined ? "" : `, ${into}`})`;
}

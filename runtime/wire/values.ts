import { canonicalQuantity } from "../quantity/index.js";
import type { IntOrString, Quantity } from "../values/types.js";
import type { ProtobufReader } from "./protobuf-reader.js";
import type { ProtobufWriter } from "./protobuf-writer.js";
import { readProtobufString } from "./scalars.js";
import { readTag, skipField } from "./tags.js";

const quantityFields: Readonly<Record<number, string>> = { 1: "string" };
const intOrStringFields: Readonly<Record<number, string>> = { 1: "type", 2: "intVal", 3: "strVal" };

/** Writes a quantity (Go: resource.Quantity). An absent quantity is written as 0. */
export function Marshal_Quantity(writer: ProtobufWriter, quantity: Quantity | undefined): void {
  writer.uint32(10).string(quantity ?? "0");
}

/** @throws Error for a string that is not a quantity */
export function Unmarshal_Quantity(reader: ProtobufReader, end: number, into: Quantity = "0"): Quantity {
  let quantity = into;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 10) quantity = canonicalQuantity(readProtobufString(reader));
    else skipField(reader, tag, quantityFields);
  }
  return quantity;
}

/** Writes a number or string (Go: intstr.IntOrString). An absent value is written as 0. */
export function Marshal_IntOrString(writer: ProtobufWriter, value: IntOrString | undefined): void {
  const isText = typeof value === "string";
  writer
    .uint32(8)
    .int32(isText ? 1 : 0)
    .uint32(16)
    .int32(isText ? 0 : (value ?? 0))
    .uint32(26)
    .string(isText ? value : "");
}

export function Unmarshal_IntOrString(reader: ProtobufReader, end: number): IntOrString {
  let type = 0;
  let number = 0;
  let text = "";
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 8) type = reader.int32();
    else if (tag === 16) number = reader.int32();
    else if (tag === 26) text = readProtobufString(reader);
    else skipField(reader, tag, intOrStringFields);
  }
  return type === 1 ? text : number;
}

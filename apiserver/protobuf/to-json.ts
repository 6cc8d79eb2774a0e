import { timeOf, type JSONValue } from "@apimachinery/runtime";
import type { ProtobufField, ProtobufMessage } from "./message.js";
import { wireFields } from "./wire-reader.js";

type JSONObject = { [name: string]: JSONValue };

/**
 * Returns a message as JSON. Ignores unknown fields, as Go does.
 * @throws Error for bytes that are not a message
 */
export function messageToJSON(bytes: Buffer, message: ProtobufMessage): JSONObject {
  const object: JSONObject = {};
  // Entries are collected first, because a body can have many, and any text as a key.
  const lists = new Map<string, JSONValue[]>();
  const maps = new Map<string, Map<string, JSONValue>>();
  for (const { number, value } of wireFields(bytes)) {
    const field = message[number];
    if (field === undefined) continue;
    const { name, type } = field;
    if (type === "labels") {
      entriesOf(maps, name).set(...labelOf(value, field));
      continue;
    }
    const converted = valueOf(value, field);
    if (converted === undefined) continue;
    if (field.isList === true) itemsOf(lists, name).push(converted);
    else object[name] = converted;
  }
  for (const [name, items] of lists) object[name] = items;
  for (const [name, entries] of maps) object[name] = Object.fromEntries(entries);
  return object;
}

function itemsOf(lists: Map<string, JSONValue[]>, name: string): JSONValue[] {
  const items = lists.get(name) ?? [];
  lists.set(name, items);
  return items;
}

function entriesOf(maps: Map<string, Map<string, JSONValue>>, name: string): Map<string, JSONValue> {
  const entries = maps.get(name) ?? new Map<string, JSONValue>();
  maps.set(name, entries);
  return entries;
}

/** Returns the value of a field; undefined for the zero value of a field that is not a pointer. */
function valueOf(value: bigint | Buffer, field: ProtobufField): JSONValue | undefined {
  const { type, isPointer = false, isList = false } = field;
  if (typeof value === "bigint") {
    if (type !== "integer" && type !== "boolean") throw wrongType(field);
    if (value === 0n && !isPointer) return undefined;
    return type === "boolean" ? value !== 0n : Number(value);
  }
  switch (type) {
    case "integer":
    case "boolean":
      throw wrongType(field);
    case "string":
      return value.length === 0 && !isPointer && !isList ? undefined : value.toString("utf8");
    case "labels":
      throw wrongType(field);
    case "time":
    case "microTime":
      return timeText(value, type);
    case "fieldsV1":
      return fieldsOf(value);
    default:
      return messageToJSON(value, type);
  }
}

function wrongType({ name }: ProtobufField): Error {
  return new Error(`proto: wrong wireType for field ${name}`);
}

const entry: ProtobufMessage = {
  1: { name: "key", type: "string", isPointer: true },
  2: { name: "value", type: "string", isPointer: true },
};

function labelOf(value: bigint | Buffer, field: ProtobufField): [string, JSONValue] {
  if (typeof value === "bigint") throw wrongType(field);
  const { key, value: text = "" } = messageToJSON(value, entry);
  return [typeof key === "string" ? key : "", text];
}

const timestamp: ProtobufMessage = {
  1: { name: "seconds", type: "integer", isPointer: true },
  2: { name: "nanos", type: "integer", isPointer: true },
};

/** Returns a time as text; undefined for the zero time, which is an empty message. */
function timeText(bytes: Buffer, type: "time" | "microTime"): string | undefined {
  if (bytes.length === 0) return undefined;
  const { seconds = 0, nanos = 0 } = messageToJSON(bytes, timestamp);
  const whole = timeOf(new Date(Number(seconds) * 1000));
  if (type === "time") return whole;
  const microseconds = Math.floor(Number(nanos) / 1000);
  return whole.replace("Z", `.${String(microseconds).padStart(6, "0")}Z`);
}

/** Returns the JSON that a FieldsV1 contains as bytes. */
function fieldsOf(bytes: Buffer): JSONValue | undefined {
  for (const { number, value } of wireFields(bytes))
    if (number === 1 && typeof value !== "bigint") return JSON.parse(value.toString("utf8")) as JSONValue;
  return undefined;
}

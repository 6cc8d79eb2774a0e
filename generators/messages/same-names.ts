import { addMarker, remedyAs, removeMarker, replaceMarker, type Remedy } from "../../engine/base/fix.js";
import type { ProtoMessage } from "../../engine/load/proto/parse-proto.js";
import type { Problem } from "../../engine/base/problem.js";
import type { ProtobufMessage, ProtobufField } from "./message.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/**
 * Removes fields whose names are not unique in a message, and appends an error for each of them to
 * `problems`. Of the fields with the same name, one is kept: the field whose name was not changed
 * for protobuf, if the existing `generated.proto` contains this name, or else the first field.
 */
export function withoutSameNames(
  message: ProtobufMessage,
  existing: ProtoMessage | undefined,
  problems: Problem[],
): ProtobufMessage {
  const owners = new Map<string, ProtobufField>();
  for (const field of message.fields) {
    const isKnown = existing?.fields.has(field.name) === true && field.origin === field.name;
    if (isKnown || !owners.has(field.name)) owners.set(field.name, field);
  }
  const fields = message.fields.filter((field) => owners.get(field.name) === field);
  for (const field of message.fields) {
    const owner = owners.get(field.name);
    if (owner !== undefined && owner !== field) problems.push(sameName(message, field, owner));
  }
  return fields.length === message.fields.length ? message : { ...message, fields };
}

function sameName({ type }: ProtobufMessage, field: ProtobufField, owner: ProtobufField): Problem {
  const [one, other] = [field, owner].map((each) => JSON.stringify(each.origin));
  return {
    ...protobufProblems.is("protobuf/same-name"),
    message: `${one} and ${other} of ${type.name} have the same name in protobuf: ${field.name}`,
    ...remedyOf(field),
    position: field.position,
  };
}

function remedyOf({ kind, pin, position }: ProtobufField): Remedy {
  switch (kind) {
    case "property": {
      const leftOut = "+protobuf=false";
      const fix = pin === undefined ? addMarker(position, leftOut) : replaceMarker(pin.marker, leftOut);
      return remedyAs(`rename the property, or exclude it from protobuf: ${leftOut}`, fix);
    }
    case "base":
      return pin === undefined
        ? { hint: "rename the property" }
        : remedyAs(`rename the property, or remove the marker +${pin.marker.name}`, removeMarker(pin.marker));
    default:
      return { hint: "rename one of the types" };
  }
}

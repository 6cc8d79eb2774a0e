import type { CodecFactory, JSONValue, Scheme } from "@apimachinery/runtime";
import { encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { jsonOfProtobuf } from "../../apiserver/negotiation/protobuf-document.js";
import type { AnyOutcome } from "../judge/outcomes.js";
import type { ProtobufCase, ProtobufStep } from "./random-case.js";

interface Outcome extends AnyOutcome {
  readonly protobuf?: string;
  readonly json?: JSONValue;
}

/** Returns the function that converts the objects of a case with a scheme. */
export function replayWith(scheme: Scheme, codecs: CodecFactory): (theCase: ProtobufCase) => readonly Outcome[] {
  return ({ steps }) => steps.map((step) => convert(scheme, codecs, step));
}

function convert(scheme: Scheme, codecs: CodecFactory, step: ProtobufStep): Outcome {
  if ("json" in step) {
    const { object } = codecs.universalDeserializer().decode(JSON.stringify(step.json));
    return { protobuf: Buffer.from(encodeProtobuf(scheme, object)).toString("hex") };
  }
  try {
    const text = jsonOfProtobuf(Buffer.from(step.protobuf, "hex"), scheme);
    const json = withoutEmpty(JSON.parse(text) as JSONValue);
    return JSON.stringify(json).includes("\ufffd") ? { error: "not UTF-8" } : { json };
  } catch (error) {
    const names = ["MalformedProtobufError", "NotRegisteredError", "MissingKindError", "MissingVersionError"];
    const { name, message } = error as Error;
    if (!names.includes(name) && !message.startsWith("unexpected GroupVersion string: ")) throw error;
    return { error: "refused" };
  }
}

/** Removes properties that are null or an empty list or map. In protobuf, they are absent. */
function withoutEmpty(value: JSONValue): JSONValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutEmpty);
  const entries = Object.entries(value).map(([key, item]) => [key, withoutEmpty(item)] as const);
  return Object.fromEntries(
    entries.filter(([, item]) => item !== null && (typeof item !== "object" || Object.keys(item).length > 0)),
  );
}

import type { ProtobufMessage } from "./message.js";
import { typeMetaMessage } from "./meta-messages.js";
import { messageToJSON } from "./to-json.js";
import { wireFields } from "./wire-reader.js";

/** Media type of Kubernetes' protobuf. */
export const protobufType = "application/vnd.kubernetes.protobuf";

/** First bytes of a body in this format. */
const magic = Buffer.from("k8s\0", "latin1");

/**
 * Returns the object in a body as JSON. The body is a runtime.Unknown with a prefix.
 * @throws Error for a body that does not have this form
 */
export function readProtobufBody(body: Buffer, message: ProtobufMessage): string {
  if (!body.subarray(0, magic.length).equals(magic))
    throw new Error("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
  let type = {};
  let raw: Buffer = Buffer.alloc(0);
  for (const { number, value } of wireFields(body.subarray(magic.length))) {
    if (typeof value === "bigint") continue;
    if (number === 1) type = messageToJSON(value, typeMetaMessage);
    if (number === 2) raw = value;
  }
  return JSON.stringify({ ...type, ...messageToJSON(raw, message) });
}

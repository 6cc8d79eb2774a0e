import type { Scheme } from "@apimachinery/runtime";
import { cborToJSON } from "@apimachinery/runtime/cbor";
import type { Response } from "../http/types.js";
import { protobufType } from "../negotiation/media-types.js";
import { jsonOfProtobuf } from "../negotiation/protobuf-document.js";
import { readYAMLBody } from "../yaml/body.js";

/**
 * Returns the body of a response in JSON, YAML, CBOR or protobuf as JSON; undefined for other media
 * types and for streams.
 * @param user name of the user that sent the request
 * @param scheme the scheme of the object; absent for kinds of meta/v1
 */
export async function responseJSON(
  { headers, body }: Response,
  user: string,
  scheme?: Scheme,
): Promise<string | undefined> {
  if (typeof body === "function") return undefined;
  const mediaType = String(headers["content-type"] ?? "");
  if (mediaType.startsWith("application/json")) return body.toString("utf8");
  if (mediaType === "application/cbor") return cborToJSON(Buffer.from(body));
  if (mediaType === protobufType) return jsonOfProtobuf(Buffer.from(body), scheme);
  if (mediaType.startsWith("application/yaml")) return (await readYAMLBody(body.toString("utf8"), user)).json;
  return undefined;
}

import { cborToJSON } from "@apimachinery/runtime/cbor";
import type { Response } from "../http/types.js";
import { readYAMLBody } from "../yaml/body.js";

/**
 * Returns the body of a response as JSON; undefined for other media types and for streams.
 * @param user name of the user that sent the request
 */
export async function responseJSON({ headers, body }: Response, user: string): Promise<string | undefined> {
  if (typeof body === "function") return undefined;
  const mediaType = String(headers["content-type"] ?? "");
  if (mediaType.startsWith("application/json")) return body.toString("utf8");
  if (mediaType === "application/cbor") return cborToJSON(Buffer.from(body));
  if (mediaType.startsWith("application/yaml")) return (await readYAMLBody(body.toString("utf8"), user)).json;
  return undefined;
}

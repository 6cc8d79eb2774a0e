import type { APIRequest } from "../request/api-request.js";
import type { WriteRequestOptions } from "./write-options.js";

const maxBytes = 128;
const notPrintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * Returns the name of the client in managedFields: the option `fieldManager`, or by default the
 * part of the User-Agent before the first slash, without unprintable characters and cut to 128
 * bytes.
 */
export function managerName({ fieldManager }: WriteRequestOptions, request: APIRequest): string {
  if (fieldManager !== "") return fieldManager;
  const [program = ""] = (request.header("user-agent") ?? "").split("/");
  let name = "";
  for (const character of program.replace(notPrintable, "")) {
    if (Buffer.byteLength(name + character) > maxBytes) break;
    name += character;
  }
  return name;
}

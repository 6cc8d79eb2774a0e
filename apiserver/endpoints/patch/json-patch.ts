import type { JSONValue } from "@apimachinery/runtime";
import fastJSONPatch from "fast-json-patch";
import type { Operation } from "fast-json-patch";
import { newBadRequest, newGenericInvalid, newRequestEntityTooLarge } from "../../errors/index.js";

const maxOperations = 10_000;

/** Applies a JSON patch (RFC 6902). Mutates nothing. @throws StatusError 400 for what is no patch, 413, 422 for one that does not apply */
export function jsonPatch(target: JSONValue, patch: JSONValue): JSONValue {
  if (!Array.isArray(patch)) throw newBadRequest("error decoding patch: json: cannot unmarshal object into Go value of type jsonpatch.Patch");
  if (patch.length > maxOperations) {
    throw newRequestEntityTooLarge(`The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`);
  }
  try {
    // The library looks at each operation itself, and throws for one that is none.
    return fastJSONPatch.applyPatch(target, patch as Operation[] & JSONValue[], true, false, true).newDocument;
  } catch {
    throw newGenericInvalid();
  }
}

import { expect, test } from "vitest";
import { read, sourceFiles } from "./source-files.js";

/**
 * The files on the path of bodies that read or print JSON, and why. Everything else there handles
 * values, so that a body in protobuf or CBOR never becomes JSON.
 */
const allowed: Readonly<Record<string, string>> = {
  "apiserver/admission/webhook/admission-review.ts": "prints the body of a request to a webhook",
  "apiserver/admission/webhook/condition-variables.ts": "reads the object that a webhook receives, with exact numbers",
  "apiserver/admission/webhook/hook-clients.ts": "prints the key of a map",
  "apiserver/admission/webhook/mutating-webhooks.ts": "reads the patch that a webhook sent",
  "apiserver/admission/webhook/review-response.ts": "reads the response of a webhook",
  "apiserver/endpoints/delete-options.ts": "reads options that a client sent as JSON or YAML",
  "apiserver/endpoints/handlers/apply.ts":
    "reads a configuration that a client sent as JSON or YAML, and prints it for the audit log",
  "apiserver/endpoints/handlers/patch.ts": "prints an invalid object for the error message",
  "apiserver/endpoints/handlers/watch.ts": "prints the key of a map",
  "apiserver/endpoints/object-encoder.ts": "prints the beginning of a list that is sent as JSON",
  "apiserver/endpoints/owner-references.ts": "prints the key of a map",
  "apiserver/endpoints/patch/parse-patch.ts": "reads the patch that a client sent",
  "apiserver/endpoints/patch/read-patch.ts": "reads numbers and duplicate keys of a patch from its text",
  "apiserver/endpoints/read-body.ts": "reads an object that a client sent as JSON or YAML",
  "apiserver/negotiation/render.ts": "indents a response that is sent as JSON",
  "apiserver/registry/complete-strategy.ts": "prints a value for a message",
  "apiserver/registry/continue-token.ts": "reads and prints a token",
  "apiserver/registry/storable-objects.ts": "compares stored JSON",
  "apiserver/registry/stored-objects.ts": "reads the version of stored JSON",
  "apiserver/registry/stored-text.ts": "prints the beginning of stored JSON",
  "apiserver/webhook/reviews/admission-review.ts": "prints the patch in a response",
  "apiserver/webhook/reviews/read-review.ts": "reads a review that a server sent",
  "runtime/cbor/json-buffer.ts": "prints CBOR after the decoder has found a problem, whose place the text shows",
  "runtime/codec/body.ts": "reads a body that was sent as JSON",
  "runtime/codec/codec-factory.ts": "reads a text that the caller has",
  "runtime/decode/decode.ts": "reads a text, and prints a value after the decoder has found a problem in it",
  "runtime/decode/diagnose.ts": "reads parts of a text to find the place of a problem",
  "runtime/managedfields/last-applied.ts": "reads an annotation",
  "runtime/managedfields/managed.ts": "prints fields for an error message, and a text that must not be read as JSON",
  "runtime/managedfields/manager-name.ts": "reads the identifier of a manager",
  "runtime/protobuf/message-source.ts": "prints literals of source code",
};

const folders =
  /^(apiserver\/(endpoints|request|registry|negotiation|admission\/webhook|webhook\/reviews)|runtime\/(codec|cbor|protobuf|managedfields|decode))\//;
const calls =
  /(?<!function )\b(JSON\.(parse|stringify)|stringifyJSON|parseExactJSON|readExactly|readJSON|decodeJSON|jsonBody)\(/;

/** Returns code without comments, and without values that a template literal quotes. */
function withoutQuotes(code: string): string {
  return code.replaceAll(/\$\{JSON\.stringify\([^()]*\)\}|\/\*\*[^]*?\*\/|\/\/.*/g, "");
}

test("files on the path of bodies read and print JSON only for a reason", () => {
  const found = sourceFiles().filter((path) => folders.test(path) && calls.test(withoutQuotes(read(path))));
  expect(found, "files that read or print JSON: hand over a value, or add the reason to the table").toEqual(
    Object.keys(allowed),
  );
});

test("the rule finds calls, and leaves out quoted values, comments and declarations", () => {
  const isFound = (code: string) => calls.test(withoutQuotes(code));
  for (const code of ["JSON.parse(a)", "x = stringifyJSON(y)", "jsonBody(jsonText(z))"])
    expect(isFound(code)).toBe(true);
  for (const code of ["`${JSON.stringify(a)}`", "/** JSON.parse(a) */", "// readExactly(b)", "function readJSON(t) {"])
    expect(isFound(code)).toBe(false);
});

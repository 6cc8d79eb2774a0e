import { readFileSync } from "node:fs";
import type { Status } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { errorOfResponse } from "../../client/errors/from-response.js";
import { warningTexts } from "../../client/rest/warnings.js";

interface ResponseRow {
  readonly method: string;
  readonly contentType: string;
  readonly body: string;
  readonly code: number;
  readonly status: Partial<Status>;
}

function rows(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), "utf8"));
}

test("the client converts a response without a Status to the same error as client-go", () => {
  const all = rows("responses") as readonly ResponseRow[];
  expect(all.length).toBeGreaterThan(100);
  for (const { method, contentType, body, code, status } of all) {
    const request = { method, resource: "things", group: "g.example.com", name: "x" };
    const { kind, apiVersion, metadata, ...ours } = errorOfResponse(request, code, contentType, body, 0).status;
    expect({ row: [code, contentType, body], kind, apiVersion, metadata, ...ours }).toEqual({
      row: [code, contentType, body],
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      ...status,
    });
  }
});

test("warning lines are the same as in Go", () => {
  const all = rows("warnings") as readonly (readonly [line: string, texts: readonly string[]])[];
  expect(all.length).toBeGreaterThan(100);
  for (const [line, texts] of all) expect([line, warningTexts([line])]).toEqual([line, texts]);
});

test("a malformed warning ends only the line that contains it", () => {
  expect(warningTexts(['299 - "a", x', '299 - "b"'])).toEqual(["a", "b"]);
});

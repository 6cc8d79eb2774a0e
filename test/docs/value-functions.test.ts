import * as runtime from "@apimachinery/runtime";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repository } from "../interop/repository.js";

test("a page has all functions for times, durations, quantities, bytes and conditions", () => {
  const [, section = ""] = readFileSync(`${repository}/docs/options.md`, "utf8").split("## Functions for values");
  const documented = [...section.matchAll(/^- `(\w+)\(/gm)].map(([, name]) => name);
  const isAboutValues =
    /^[a-z]\w*(Duration|Quantit|Time|Bytes|Condition|IntOr)|^(bytes|date|time|duration|intV|quantity)/;
  const exported = Object.keys(runtime).filter((name) => isAboutValues.test(name));
  expect(exported.filter((name) => !documented.includes(name))).toEqual([]);
});

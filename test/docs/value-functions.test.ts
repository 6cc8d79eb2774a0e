import * as runtime from "@apimachinery/runtime";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repository } from "../interop/repository.js";

test("a table has all functions for times, durations, quantities, bytes and conditions", () => {
  const page = readFileSync(`${repository}/docs/types.md`, "utf8");
  const [, table = ""] = /### Functions for these values\n([^]*?)\n\[Controllers\]/.exec(page) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[2] ?? "");
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)/g)].flatMap(([, name]) => name ?? []));
  expect(documented.filter((name) => !(name in runtime))).toEqual([]);
  const isAboutValues =
    /^[a-z]\w*(Duration|Quantit|Time|Bytes|Condition|IntOr)|^(bytes|date|time|duration|intV|quantity)/;
  const exported = Object.keys(runtime).filter((name) => isAboutValues.test(name));
  expect(exported.filter((name) => !documented.includes(name))).toEqual([]);
});

import { rmSync } from "node:fs";
import { afterAll, describe } from "vitest";
import { workFolder } from "../golden/cases.js";
import { importValidation, testRows } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const modes = await importValidation("modes");

describe("modes, options and subfields", () => {
  const valid = {
    mode: "Limited",
    fast: false,
    limit: 1,
    engine: "",
    gated: "",
    part: { size: 1 },
    opaque: { size: 0 },
  };
  const off = { Gate: false };
  testRows(modes, "OrderSpec", valid, off, [
    ["a property is required in one mode", { limit: undefined }, undefined, ["limit: Required value"]],
    [
      "a property has a limit in one mode",
      { limit: 4 },
      undefined,
      ["[maximum] limit: Invalid value: 4: must be less than or equal to 3"],
    ],
    ["a property has no limit in another mode", { mode: "Free", limit: 4 }, undefined, []],
    ["a property is forbidden in modes without rules", { mode: "Off" }, undefined, ["limit: Forbidden"]],
    ["a mode that has changed is checked", { mode: "Off" }, {}, ["limit: Forbidden"]],
    [
      "rules before an optional marker are checked first",
      { fast: true },
      undefined,
      ["[minLength] engine: Too short: must be at least 2 characters"],
    ],
    ["a value of another modality", { engine: "x" }, undefined, ["engine: Forbidden"]],
    ["an option forbids a property", { gated: "x" }, undefined, ["gated: Forbidden"]],
    ["another option requires it", {}, undefined, ["gated: Required value"], { Gate: true }],
    [
      "a rule of beta stability",
      { gated: "long" },
      undefined,
      ["[maxLength] beta gated: Too long: may not be more than 3 characters"],
      { Gate: true },
    ],
    [
      "an undefined option is reported by each rule",
      {},
      undefined,
      [
        'gated: Internal error: undefined validation option "Gate"',
        'gated: Internal error: undefined validation option "Gate"',
      ],
      {},
    ],
    [
      "a subfield is required",
      { part: { size: 0 } },
      undefined,
      ["part.size: Required value", "[minimum] part.size: Invalid value: 0: must be greater than or equal to 1"],
    ],
    [
      "a subfield has a limit",
      { part: { size: 8 } },
      undefined,
      ["[maximum] part.size: Invalid value: 8: must be less than or equal to 7"],
    ],
    [
      "an unset subfield has no limit, a set one has",
      { part: { size: 1, name: "long" } },
      undefined,
      ["[maxLength] part.name: Too long: may not be more than 3 characters"],
    ],
    [
      "subfields of an embedded object are required, as in Go: a zero is unset",
      { inner: { name: "", size: 0 } },
      undefined,
      ["inner.size: Required value", "inner.name: Required value"],
    ],
    [
      "a subfield of an embedded object has a limit",
      { inner: { name: "long", size: 1 } },
      undefined,
      ["[maxLength] inner.name: Too long: may not be more than 3 characters"],
    ],
    [
      "an update does not check unchanged subfields",
      { inner: { name: "", size: 0 } },
      { inner: { name: "", size: 0 } },
      [],
    ],
    [
      "an update must not set a property",
      { once: "x" },
      {},
      ["[update] once: Invalid value: null: field cannot be set once created"],
    ],
    [
      "an update must not clear a property",
      {},
      { once: "x" },
      ["[update] once: Invalid value: null: field cannot be cleared once set"],
    ],
    [
      "an update must not replace a property",
      { once: "y" },
      { once: "x" },
      ["[update] once: Invalid value: null: field cannot be modified once set"],
    ],
    [
      "an object is immutable",
      { whole: { size: 2 } },
      { whole: { size: 1 } },
      ["[immutable] whole: Invalid value: null: field is immutable"],
    ],
  ]);
});

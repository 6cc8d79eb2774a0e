import { rmSync } from "node:fs";
import { afterAll, describe } from "vitest";
import { workFolder } from "../golden/cases.js";
import { importValidation, testRows } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const unions = await importValidation("unions");

describe("unions", () => {
  const valid = {
    kind: "Git",
    git: { url: "x" },
    list: ["a"],
    map: {},
    count: 0,
    conditions: [],
    shape: { type: "circle", radius: 1 },
  };
  testRows(unions, "OrderSpec", valid, {}, [
    [
      "the member that the discriminator names is set",
      { git: undefined },
      undefined,
      ['[union] git: Invalid value: "": must be specified when `kind` is "Git"'],
    ],
    [
      "no other member is set",
      { image: "" },
      undefined,
      ['[union] image: Invalid value: "": may only be specified when `kind` is "OCI"'],
    ],
    ["an unknown discriminator is not an error of the union", { kind: "?", git: undefined }, undefined, []],
    [
      "no member of a union is set",
      { list: [] },
      undefined,
      ['[union] <nil>: Invalid value: "": must specify one of: `list`, `map`'],
    ],
    [
      "two members of a union are set",
      { map: { a: "b" } },
      undefined,
      ['[union] <nil>: Invalid value: "{list, map}": must specify exactly one of: `list`, `map`'],
    ],
    ["an update that sets the same members is allowed", { list: [], noRule: 1 }, { list: [] }, []],
    [
      "an update that sets other members is not",
      { list: ["a"], map: { a: "b" } },
      { list: [], map: {} },
      ['[union] <nil>: Invalid value: "{list, map}": must specify exactly one of: `list`, `map`'],
    ],
    [
      "at most one member is set; the rule is not stable yet",
      { count: 1, text: "" },
      undefined,
      ['[zeroOrOneOf] alpha <nil>: Invalid value: "{count, text}": must specify at most one of: `count`, `text`'],
    ],
    [
      "at most one item of a list is set",
      { conditions: [{ type: "Failed" }, { type: "Done" }] },
      undefined,
      [
        '[zeroOrOneOf] conditions: Invalid value: "{conditions[{\\"type\\": \\"Done\\"}], conditions[{\\"type\\": \\"Failed\\"}]}": ' +
          'must specify at most one of: `conditions[{"type": "Done"}]`, `conditions[{"type": "Failed"}]`',
      ],
    ],
    [
      "a member of a union of interfaces has its own rules",
      { shape: { type: "square", side: 1 } },
      undefined,
      ["[minimum] shape.side: Invalid value: 1: must be greater than or equal to 2"],
    ],
    [
      "another member of a union of interfaces has no old value",
      { shape: { type: "square", side: 1 } },
      { shape: { type: "circle", radius: 1 } },
      ["[minimum] shape.side: Invalid value: 1: must be greater than or equal to 2"],
    ],
    [
      "a property requires one and forbids another",
      { timeout: 1, text: "x" },
      undefined,
      [
        "[dependentForbidden] text: Forbidden: may not be set when timeout is set",
        "[dependentRequired] retries: Required value: must be set when timeout is set",
      ],
    ],
    ["a member's type has rules", { git: { url: "" } }, undefined, ["git.url: Required value"]],
  ]);
});

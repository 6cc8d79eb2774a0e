import { field, isImplied, setLeftOut, type Operation } from "@apimachinery/runtime";
import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { workFolder } from "../golden/cases.js";
import { errorListOf, errorsOf, importValidation, testRows } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const implied = await importValidation("implied");
const spec = {
  customer: "",
  count: 0,
  wait: "0s",
  weight: "0",
  limits: { wait: "0s", weights: { least: "0", most: "5" } },
  price: { amount: "1", currency: "EUR" },
  modes: [],
  matrix: [],
  byName: { Open: [], Done: [] },
  shape: { type: "round", radius: 0 },
};

describe("rules that types imply", () => {
  testRows(implied, "OrderSpec", spec, {}, [
    ["an object contains every property without `?`", { customer: undefined }, undefined, ["customer: Required value"]],
    [
      "a missing object has one error, and no errors of its properties",
      { price: undefined },
      undefined,
      ["price: Required value"],
    ],
    [
      "the properties of other folders are required too",
      { price: { currency: "GBP" } },
      undefined,
      ["price.amount: Required value", 'price.currency: Unsupported value: "GBP": supported values: "EUR", "USD"'],
    ],
    ["an update can leave out what the old object left out", { customer: undefined }, { customer: undefined }, []],
    [
      "an update cannot leave out what the old object had empty",
      { customer: undefined },
      { customer: "" },
      ["customer: Required value"],
    ],
    [
      "an update cannot leave out what the old object had",
      { customer: undefined },
      { customer: "Ann" },
      ["customer: Required value"],
    ],
    [
      "a value of an optional property is a member of its union",
      { state: "Lost" },
      undefined,
      ['state: Unsupported value: "Lost": supported values: "Done", "Open"'],
    ],
    ["an update can keep a value that a new type does not have", { state: "Lost", note: "x" }, { state: "Lost" }, []],
    [
      "numbers of a union are sorted as texts",
      { level: 3 },
      undefined,
      ['level: Unsupported value: 3: supported values: "1", "10", "2"'],
    ],
    [
      "items have the rules of their union, at any depth",
      { modes: ["A", "C"], matrix: [["Open"], ["Open", ""]] },
      undefined,
      [
        'modes[1]: Unsupported value: "C": supported values: "A", "B"',
        'matrix[1][1]: Unsupported value: "": supported values: "Done", "Open"',
      ],
    ],
    [
      "a union of interfaces has a known discriminator",
      { shape: { type: "oval" } },
      undefined,
      ['shape.type: Unsupported value: "oval": supported values: "round", "square"'],
    ],
    ["a union of interfaces has a discriminator", { shape: {} }, undefined, ["shape.type: Required value"]],
    [
      "the member that the discriminator names has its properties",
      { shape: { type: "square", radius: 1 } },
      undefined,
      ["shape.side: Required value"],
    ],
    [
      "sets and maps have unique items",
      { names: ["a", "a"], parts: [{ name: "x" }, { name: "y" }, { name: "x" }] },
      undefined,
      ['names[1]: Duplicate value: "a"', 'parts[2]: Duplicate value: {"name":"x"}'],
    ],
  ]);

  test("metadata and the status of a kind can be left out", () => {
    expect(errorsOf(implied, "Order", { spec }, undefined, {})).toEqual([]);
    expect(errorsOf(implied, "Order", { spec, status: {} }, undefined, {})).toEqual(["status.phase: Required value"]);
    expect(errorsOf(implied, "Order", {}, undefined, {})).toEqual(["spec: Required value"]);
  });

  test("a left-out object is missing, unless defaulting gave each property without a default a value", () => {
    const errorsWith = (wait: string, least: string, most: string) => {
      const op: Operation = { type: "Create", options: {}, request: { subresources: [] } };
      setLeftOut(op, () => ({ names: ["limits"] }));
      const limits = { wait, weights: { least, most } };
      return errorListOf(implied, "OrderSpec", { ...spec, limits }, undefined, op).map(field.errorText);
    };
    expect(errorsWith("0s", "0", "0")).toEqual(["limits: Required value"]);
    expect(errorsWith("0s", "0", "5")).toEqual(["limits: Required value"]);
    expect(errorsWith("9s", "0", "5")).toEqual(["limits: Required value"]);
    expect(errorsWith("9s", "2", "5")).toEqual([]);
  });

  test("only errors of rules that types imply are marked", () => {
    const op: Operation = { type: "Create", options: { Lenient: false }, request: { subresources: [] } };
    const isMarked = (type: string, value: unknown) =>
      errorListOf(implied, type, value as object, undefined, op).map(isImplied);
    expect(isMarked("State", "Lost")).toEqual([true]);
    expect(isMarked("Size", "Huge")).toEqual([false]);
    expect(isMarked("Grade", "Z")).toEqual([true]);
    expect(isMarked("Grade", "C")).toEqual([false]);
  });
});

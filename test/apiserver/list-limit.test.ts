import { describe, expect, test } from "vitest";
import { checkListSize, listString } from "../../apiserver/endpoints/list-limit.js";

const refused = /^Request entity too large: the list has more than 268435456 bytes: read it in parts with limit/;

describe("the size of a list in a response", () => {
  test("the server accepts 256 MiB and refuses one byte more", () => {
    expect(() => {
      checkListSize(256 * 1024 * 1024);
    }).not.toThrow();
    expect(() => {
      checkListSize(256 * 1024 * 1024 + 1);
    }).toThrow(refused);
  });

  test("the server refuses a list before it has written all items", () => {
    const mebi = "x".repeat(1024 * 1024);
    let written = 0;
    const text = () => {
      written++;
      return mebi;
    };
    expect(() => listString(Array.from({ length: 1000 }), text)).toThrow(refused);
    expect(written).toBe(257);
  });

  test("items are separated by commas", () => {
    expect(listString([], String)).toBe("[]");
    expect(listString([1, 2], String)).toBe("[1,2]");
  });
});

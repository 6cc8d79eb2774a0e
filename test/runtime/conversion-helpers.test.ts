import { bytesOfText, decodeBytes, defined, orDefault, withAnnotations, type ObjectMeta } from "@apimachinery/runtime";
import { expect, expectTypeOf, test } from "vitest";

interface Part {
  name: string;
  note?: string;
}

test("undefined properties of a literal are omitted", () => {
  const part: Part = defined({ name: "a", note: undefined });
  expect(Object.keys(part)).toEqual(["name"]);
  expect(defined<Part>({ name: "", note: "" })).toEqual({ name: "", note: "" });
  // @ts-expect-error -- a required property is never undefined
  defined<Part>({ name: undefined });
});

test("an unset union of literals gets its default", () => {
  type Mode = "Fast" | "Safe";
  const unset = "" as string as Mode;
  expect(orDefault(unset, "Safe")).toBe("Safe");
  expect(orDefault<Mode>(undefined, "Safe")).toBe("Safe");
  const set = orDefault<Mode>("Fast", "Safe");
  expect(set).toBe("Fast");
  expectTypeOf(set).toEqualTypeOf<Mode>();
});

test("annotations are set and removed, and an empty map is removed", () => {
  const metadata: ObjectMeta = { name: "a", annotations: { x: "1" } };
  expect(withAnnotations(metadata, { y: "2" })).toEqual({ name: "a", annotations: { x: "1", y: "2" } });
  expect(withAnnotations(metadata, { x: undefined })).toEqual({ name: "a" });
  expect(withAnnotations(metadata, { x: "1", y: undefined })).toBe(metadata);
  expect(metadata).toEqual({ name: "a", annotations: { x: "1" } });
});

test("an annotation __proto__ is data", () => {
  const changes = JSON.parse(`{"__proto__":"1"}`) as Record<string, string>;
  expect(Object.entries(withAnnotations({}, changes).annotations ?? {})).toEqual([["__proto__", "1"]]);
});

test("the bytes of a string are its UTF-8 encoding", () => {
  expect(bytesOfText("ä€")).toBe("w6Tigqw=");
  expect(new TextDecoder().decode(decodeBytes(bytesOfText("x\u{1F355}")))).toBe("x\u{1F355}");
});

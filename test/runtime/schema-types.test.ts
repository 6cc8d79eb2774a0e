import type { JSONValue, ObjectSchema, Schema } from "@apimachinery/runtime";
import { expectTypeOf, test } from "vitest";

interface Thing {
  name: string;
  note?: string;
  flag: boolean;
  part: Part;
  parts?: Part[];
  nothing: string | null;
  json: JSONValue;
  anything: unknown;
  anythingOptional?: unknown;
}

interface Part {
  size?: number;
}

type Field<K extends keyof Thing> = ObjectSchema<Thing>["fields"][K];
interface StringValue {
  type: "string";
}
interface AnyValue {
  type: "any";
}
interface Reference<T> {
  type: "ref";
  to: () => Schema<T>;
}
interface Optional {
  optional: true;
}
interface Nullable {
  nullable: true;
}

test("the schema of a field states the type of the field, whether it is optional, and whether it can be null", () => {
  expectTypeOf<StringValue>().toExtend<Field<"name">>();
  expectTypeOf<StringValue & Optional>().not.toExtend<Field<"name">>();
  expectTypeOf<StringValue & Nullable>().not.toExtend<Field<"name">>();
  expectTypeOf<AnyValue>().not.toExtend<Field<"name">>();
  expectTypeOf<StringValue & Optional>().toExtend<Field<"note">>();
  expectTypeOf<StringValue>().not.toExtend<Field<"note">>();
  expectTypeOf<StringValue & Nullable>().toExtend<Field<"nothing">>();
  expectTypeOf<StringValue>().not.toExtend<Field<"nothing">>();
});

test("a reference has a schema of the type of the field", () => {
  expectTypeOf<Reference<Part>>().toExtend<Field<"part">>();
  expectTypeOf<Reference<Thing>>().not.toExtend<Field<"part">>();
  expectTypeOf<Reference<boolean>>().toExtend<Field<"flag">>();
  expectTypeOf<{ type: "list"; items: Reference<Part> } & Optional>().toExtend<Field<"parts">>();
  expectTypeOf<{ type: "list"; items: StringValue } & Optional>().not.toExtend<Field<"parts">>();
});

test("the schema of a field with any JSON value states whether the field is optional", () => {
  expectTypeOf<AnyValue>().toExtend<Field<"json">>();
  expectTypeOf<AnyValue & Nullable>().toExtend<Field<"json">>();
  expectTypeOf<AnyValue & Optional>().not.toExtend<Field<"json">>();
  expectTypeOf<AnyValue>().toExtend<Field<"anything">>();
  expectTypeOf<AnyValue & Optional>().not.toExtend<Field<"anything">>();
  expectTypeOf<AnyValue & Optional>().toExtend<Field<"anythingOptional">>();
  expectTypeOf<AnyValue>().not.toExtend<Field<"anythingOptional">>();
});

import {
  CodecFactory,
  MissingKindError,
  MissingVersionError,
  NotRegisteredError,
  Scheme,
  StrictDecodingError,
  UnmarshalError,
  type GroupVersionKind,
  type MicroTime,
  type Schema,
  type Time,
  type TypeMeta,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { PizzaBetaSchema, restaurantScheme, versions, type PizzaBeta } from "./restaurant.js";

const { v1alpha1, v1beta1 } = versions;
const codecs = new CodecFactory(restaurantScheme());
const decoder = codecs.universalDeserializer();
const defaults: GroupVersionKind = { ...v1beta1, kind: "Pizza" };
const head = '"kind":"Pizza","apiVersion":"restaurant.example.com/v1beta1"';

describe("the kind of a document", () => {
  test("is the one that the document names", () => {
    const decoded = decoder.decode(
      `{"apiVersion":"restaurant.example.com/v1alpha1","kind":"Pizza","spec":{"toppings":["a"]}}`,
    );
    expect(decoded).toEqual({
      object: { kind: "Pizza", apiVersion: "restaurant.example.com/v1alpha1", metadata: {}, spec: { toppings: ["a"] } },
      gvk: { ...v1alpha1, kind: "Pizza" },
      warnings: [],
    });
  });

  test.each([
    "{}",
    "null",
    '{"kind":null}',
    '{"kind":"Pizza"}',
    '{"apiVersion":"restaurant.example.com/v1beta1"}',
    '{"apiVersion":"restaurant.example.com/"}',
  ])("the parts that %s lacks are filled in", (text) => {
    expect(decoder.decode(text, { defaults, mode: "strict" }).gvk).toEqual(defaults);
  });

  test.each<[string, string, new (message: string) => Error]>([
    ["{}", "Object 'Kind' is missing in '{}'", MissingKindError],
    ['{"kind":"Pizza"}', `Object 'apiVersion' is missing in '{"kind":"Pizza"}'`, MissingVersionError],
    [
      '{"kind":"Pizza","apiVersion":"v9"}',
      'no kind "Pizza" is registered for version "v9" in scheme "test"',
      NotRegisteredError,
    ],
    ['{"kind":"Pizza","apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c", Error],
    [
      '{"kind":1}',
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
      UnmarshalError,
    ],
    [
      '{"apiVersion":[]}',
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .apiVersion of type string",
      UnmarshalError,
    ],
    [
      "[]",
      `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
      UnmarshalError,
    ],
    ["", "couldn't get version/kind; json parse error: unexpected end of JSON input", UnmarshalError],
    [
      "{a",
      "couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of object key string",
      UnmarshalError,
    ],
  ])("%s: %s", (text, message, type) => {
    const run = () => decoder.decode(text);
    expect(run).toThrow(type);
    expect(run).toThrow(message);
  });
});

describe("decoding", () => {
  const text = `{${head},"spec":{"toppings":[{"name":"a"}],"nope":1},"spec":{"toppings":[{"name":"a"}]}}`;

  test("decoding is strict, with warnings, or lenient by default", () => {
    expect(() => decoder.decode(text, { mode: "strict" })).toThrow(StrictDecodingError);
    expect(() => decoder.decode(text, { mode: "strict" })).toThrow(
      'strict decoding error: unknown field "spec.nope", duplicate field "spec"',
    );
    expect(decoder.decode(text, { mode: "warn" }).warnings).toEqual([
      'unknown field "spec.nope"',
      'duplicate field "spec"',
    ]);
    expect(decoder.decode(text).warnings).toEqual([]);
  });

  test("the universal decoder sets defaults in the document's version, then converts to the hub or a version", () => {
    expect(codecs.universalDecoder().decode(text).object).toEqual({
      kind: "Pizza",
      apiVersion: "restaurant.example.com/__internal",
      metadata: {},
      spec: { toppings: [{ name: "a", quantity: 1 }] },
    });
    const decoded = codecs.universalDecoder(v1alpha1).decode(text);
    expect(decoded.object.apiVersion).toBe("restaurant.example.com/v1alpha1");
    expect(decoded.gvk).toEqual(defaults);
    expect(decoder.decode(text).object).toMatchObject({ spec: { toppings: [{ name: "a", quantity: 0 }] } });
  });

  test("parsed values are decoded", () => {
    expect(decoder.decodeValue({ spec: { x: 1 } }, { defaults, mode: "warn" }).warnings).toEqual([
      'unknown field "spec.x"',
    ]);
    expect(() => decoder.decodeValue({ a: 1 })).toThrow(`Object 'Kind' is missing in '{"a":1}'`);
  });

  test("an object of a type with two kinds has the kind of its document", () => {
    const scheme = restaurantScheme();
    scheme.addKnownTypeWithName({ ...v1beta1, kind: "Pie" }, { schema: PizzaBetaSchema });
    const pie = new CodecFactory(scheme)
      .universalDeserializer()
      .decode('{"kind":"Pie","apiVersion":"restaurant.example.com/v1beta1"}');
    expect(pie.object.kind).toBe("Pie");
  });
});

describe("encoding", () => {
  test("kind and apiVersion come first; the object is converted where necessary, and not mutated", () => {
    const obj: PizzaBeta = {
      metadata: {},
      spec: { toppings: [{ name: "a", quantity: 2 }] },
      apiVersion: "restaurant.example.com/v1beta1",
      kind: "Pizza",
    };
    const before = JSON.stringify(obj);
    expect(codecs.encoderForVersion(v1beta1).encode(obj)).toBe(
      `{${head},"metadata":{},"spec":{"toppings":[{"name":"a","quantity":2}]}}`,
    );
    expect(codecs.encoderForVersion(v1alpha1).encode(obj)).toBe(
      '{"kind":"Pizza","apiVersion":"restaurant.example.com/v1alpha1","metadata":{},"spec":{"toppings":["a","a"]}}',
    );
    expect(JSON.stringify(obj)).toBe(before);
    expect(() => codecs.encoderForVersion({ group: "other", version: "v1" }).encode(obj)).toThrow(
      "is not suitable for converting to",
    );
  });

  interface Event extends TypeMeta<"example.com/v1", "Event"> {
    at: Time;
    until?: Time;
    exact: MicroTime[];
    inner: { first: Time };
    byName?: Record<string, Inner>;
    next?: Event;
  }
  interface Inner {
    first: Time;
  }
  interface EventList extends TypeMeta<"example.com/v1", "EventList"> {
    items: Event[];
  }
  const InnerSchema: Schema<Inner> = { name: "v1.Inner", fields: { first: { type: "Time" } } };
  const EventSchema: Schema<Event> = {
    name: "v1.Event",
    gvk: { group: "example.com", version: "v1", kind: "Event" },
    fields: {
      kind: { type: "string" },
      apiVersion: { type: "string" },
      at: { type: "Time" },
      until: { type: "Time", optional: true },
      exact: { type: "list", items: { type: "MicroTime" } },
      inner: { type: "ref", to: () => InnerSchema },
      byName: { type: "map", values: { type: "ref", to: () => InnerSchema }, optional: true },
      next: { type: "ref", to: () => EventSchema, optional: true },
    },
  };
  const EventListSchema: Schema<EventList> = {
    name: "v1.EventList",
    gvk: { group: "example.com", version: "v1", kind: "EventList" },
    fields: {
      kind: { type: "string" },
      apiVersion: { type: "string" },
      items: { type: "list", items: { type: "ref", to: () => EventSchema } },
    },
  };
  const v1 = { group: "example.com", version: "v1" };
  const scheme = new Scheme();
  scheme.addKnownTypes(v1, { schema: EventSchema }, { schema: EventListSchema });
  const events = new CodecFactory(scheme);
  const event: Event = {
    kind: "Event",
    apiVersion: "example.com/v1",
    at: "",
    exact: ["", "2020-01-01T00:00:00.000001Z"],
    inner: { first: "2020-01-01T00:00:00Z" },
  };

  test("a required zero time is null, an optional one is omitted", () => {
    const wire = '"at":null,"exact":[null,"2020-01-01T00:00:00.000001Z"],"inner":{"first":"2020-01-01T00:00:00Z"}';
    const obj: Event = { ...event, until: "", byName: { ["__proto__"]: { first: "" } } };
    const text = events.encoderForVersion(v1).encode(obj);
    expect(text).toBe(`{"kind":"Event","apiVersion":"example.com/v1",${wire},"byName":{"__proto__":{"first":null}}}`);
    expect(obj.until).toBe("");
    delete obj.until;
    expect(events.universalDeserializer().decode(text, { mode: "strict" }).object).toEqual(obj);
  });

  test("items of a list have no kind on the wire, and have one after decoding", () => {
    const list: EventList = {
      kind: "EventList",
      apiVersion: "example.com/v1",
      items: [event, { ...event, at: "2020-01-01T00:00:00Z" }],
    };
    const text = events.encoderForVersion(v1).encode(list);
    expect(text.match(/"kind"/g)).toHaveLength(1);
    expect(text).toContain('"items":[{"at":null,');
    expect(events.universalDeserializer().decode(text, { mode: "strict" }).object).toEqual(list);
  });
});

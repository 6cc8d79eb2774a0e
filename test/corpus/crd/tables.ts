import { celTables } from "./cel-tables.js";
import { casesOf, type Base, type Case } from "./cases.js";
import { formatTexts } from "./formats.js";

type Type = Omit<Base, "values">;

/** Markers of one value, and the reason why some errors differ from those of Kubernetes. */
type Rules = readonly string[] | { readonly markers: readonly string[]; readonly differs: string };

interface Table {
  readonly type: Type;
  readonly values: readonly unknown[];
  readonly rules: readonly Rules[];
}

const string: Type = { type: "string", schema: { type: "string" } };
const int32: Type = { type: "int32", schema: { type: "integer", format: "int32" } };
const int64: Type = { type: "int64", schema: { type: "integer", format: "int64" } };
const float: Type = { type: "float64", schema: { type: "number", format: "double" } };
const anything: Type = { type: "unknown", schema: { "x-kubernetes-preserve-unknown-fields": true } };
const intOrString: Type = { type: "IntOrString", schema: { "x-kubernetes-int-or-string": true } };
const bytes: Type = { type: "bytes", schema: { type: "string", format: "byte" } };
const truth: Type = { type: "boolean", schema: { type: "boolean" } };
const raw: Type = { type: "RawExtension", schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
const map: Type = {
  type: "Record<string, string>",
  schema: { type: "object", additionalProperties: string.schema },
};
const object: Type = {
  type: "{ a?: string; b?: int32 }",
  schema: { type: "object", properties: { a: string.schema, b: int32.schema } },
};

function list(items: Type): Type {
  return { type: `${items.type}[]`, schema: { type: "array", items: items.schema } };
}

const fraction = "Kubernetes drops the fraction of a limit or factor, if the value is a whole number";
const converted = "Kubernetes converts a value to the type of a member: 1.1 to 1, and 97 to a";
const metadata = "the metadata of an embedded object is not checked";
const emptyBytes = "empty bytes are valid without a marker";
const otherKinds = "only texts have a format";

const texts = [
  ...["", "a", "A", "ab", "AB", "abc", "ABC", "abcd", "é", "éé", "e\u0301", "🙂", "🙂🙂", "🙂🙂🙂🙂", "a\nb"],
  ...[
    "\u0000",
    "\u2028ab",
    "1",
    "2",
    '"',
    "'",
    "\\",
    "a b ",
    "\ufffd\ufffd",
    "<&>",
    "\ud800",
    "a\udc00",
    "\ud83d\ud83d\ude42",
  ],
];
const integers = [-4, -3, -2, -1, -0, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 100, 2147483647, -2147483648];
const large = [...integers, 1e7, 2 ** 53 - 1, 2 ** 53 - 2, -(2 ** 53) + 1];
const fractions = [
  ...[0.5, -0.5, 0.1, 0.2, 0.3, 0.30000000000000004, 0.55, 1.1, 2.5, 1e-7, 3e-7, 1.5e-7, 99.99, 123456789.5],
  ...[100000000.25, 5e-324, 1e21, -1e21, 1.5e300],
];

/** The types with their values and sets of markers. */
const tables: Readonly<Record<string, Table>> = {
  Text: {
    type: string,
    values: texts,
    rules: [
      ["MinLength=0"],
      ["MinLength=1"],
      ["MinLength=3"],
      ["MaxLength=0"],
      ["MaxLength=1"],
      ["MaxLength=3"],
      ["MinLength=2", "MaxLength=3"],
      ["Pattern=`^[A-Z]{2,3}$`"],
      ["Pattern=b"],
      ["Pattern=`^.{2}$`"],
      ["Pattern=`[é🙂]|^$`"],
      ["Pattern=`(?i)^ab`"],
      ["MinLength=2", "Pattern=`^a`"],
      ["MaxLength=2", "MinLength=1", "Pattern=`^[a-z]+$`", "Format=hostname", "Enum=a;ab;abc"],
      ['Enum=a;ab;"1"'],
      ['Enum="";é;"\\""'],
    ],
  },
  Int32: {
    type: int32,
    values: integers,
    rules: [
      ["Minimum=0"],
      ["Minimum=1"],
      ["Minimum=-3"],
      ["Maximum=10"],
      ["Maximum=-1"],
      ["MultipleOf=3"],
      ["Minimum=1", "ExclusiveMinimum=true"],
      ["Maximum=10", "ExclusiveMaximum=true"],
      ["Minimum=1", "ExclusiveMinimum=false", "Maximum=10", "MultipleOf=2"],
      ["Enum=1;2;100"],
      ["Maximum=2147483647"],
    ],
  },
  Int64: {
    type: int64,
    values: large,
    rules: [
      ["Minimum=9007199254740991"],
      ["Maximum=10000000"],
      ["Minimum=-9007199254740991", "ExclusiveMinimum"],
      ["MultipleOf=10000000"],
    ],
  },
  Float: {
    type: float,
    values: [...integers, ...fractions],
    rules: [
      ["Minimum=1"],
      ["Maximum=100000000"],
      ["Minimum=0", "ExclusiveMinimum"],
      ["MultipleOf=2"],
      ["Enum=1e21;0.1"],
      { markers: ["Enum=1;2.5;-1"], differs: converted },
      { markers: ["Minimum=0.5"], differs: fraction },
      { markers: ["Maximum=1e21"], differs: "Kubernetes compares whole numbers with limits of 64 bits" },
      { markers: ["Maximum=0.25", "ExclusiveMaximum=true"], differs: fraction },
      { markers: ["Minimum=1e-7"], differs: fraction },
      { markers: ["MultipleOf=0.1"], differs: fraction },
      { markers: ["MultipleOf=0.0000001"], differs: fraction },
      { markers: ["MultipleOf=2.5"], differs: fraction },
    ],
  },
  Truth: { type: truth, values: [true, false], rules: [["Enum=true"], ["Enum=false;true"]] },
  Texts: {
    type: list(string),
    values: [[], ["a"], ["a", "b"], ["a", "a"], ["a", "b", "c"], ["a", "b", "c", "b", "abcd"], ["é", "e\u0301"]],
    rules: [
      ["MinItems=0"],
      ["MinItems=1"],
      ["MinItems=2", "MaxItems=3"],
      ["MaxItems=0"],
      ["MaxItems=1"],
      ["UniqueItems=true"],
      ["UniqueItems", "MaxItems=2", "items:MaxLength=2", "items:Enum=a"],
    ],
  },
  Floats: {
    type: list(float),
    values: [
      [0, -0],
      [1, 1],
      [0.1, 0.2],
      [1e21, 1e21],
    ],
    rules: [["UniqueItems"]],
  },
  Objects: {
    type: list(object),
    values: [
      [{}, {}],
      [{ a: "x" }, { a: "y" }],
      [
        { a: "x", b: 1 },
        { b: 1, a: "x" },
      ],
      [{}],
    ],
    rules: [["UniqueItems"]],
  },
  Lists: {
    type: list(list(string)),
    values: [[], [[]], [["a"], ["a"]], [["a", "b"], ["abcd"]], [["a"], ["b"]], [["a", "a"]]],
    rules: [["items:MinItems=1"], ["items:MaxItems=1"], ["UniqueItems", "items:UniqueItems"], ["MinItems=1"]],
  },
  Map: {
    type: map,
    values: [{}, { a: "" }, { a: "", b: "" }, { a: "", b: "", c: "" }],
    rules: [
      ["MinProperties=0"],
      ["MinProperties=1"],
      ["MaxProperties=0"],
      ["MaxProperties=1"],
      ["MinProperties=2", "MaxProperties=2"],
    ],
  },
  Object: {
    type: object,
    values: [{}, { a: "" }, { a: "", b: 0 }],
    rules: [["MinProperties=1"], ["MaxProperties=1"], ["MinProperties=2"], ["MaxProperties=0"]],
  },
  Choice: {
    type: object,
    values: [{}, { a: "" }, { b: 0 }, { a: "", b: 1 }],
    rules: [["AtMostOneOf=a;b"], ["ExactlyOneOf=a;b"], ["AtLeastOneOf=a;b"]],
  },
  Raw: { type: raw, values: [{}, { a: 1 }], rules: [["MinProperties=1"], ["MaxProperties=0"]] },
  Resource: {
    type: raw,
    values: [
      {},
      { apiVersion: "v1", kind: "Pod" },
      { apiVersion: "", kind: "" },
      { apiVersion: "a/b/c", kind: "a b" },
      { apiVersion: 1, kind: true },
      { kind: "Pod" },
      { apiVersion: "v1" },
      { apiVersion: "v1", kind: "Pod", metadata: { name: "x", labels: { a: "b" } } },
    ],
    rules: [["EmbeddedResource"], ["XEmbeddedResource"]],
  },
  Metadata: {
    type: raw,
    values: [
      { apiVersion: "v1", kind: "Pod", metadata: { name: "X/Y" } },
      { apiVersion: "v1", kind: "Pod", metadata: "x" },
    ],
    rules: [{ markers: ["EmbeddedResource"], differs: metadata }],
  },
  IntOrString: {
    type: intOrString,
    values: ["", "a", "abc", 0, 1, 97],
    rules: [["MaxLength=2"], ["MinLength=1"], ["Pattern=`^[a-z]+$`"], { markers: ["Enum=a;1"], differs: converted }],
  },
  Anything: {
    type: anything,
    values: ["", "a", "abc", 0, 1, 0.5, true, [], {}, [1]],
    rules: [
      ["MaxLength=2"],
      ["MinLength=1"],
      ["Pattern=`^[a-z]+$`"],
      ["Minimum=1"],
      ["Maximum=0"],
      { markers: ["Format=email"], differs: otherKinds },
    ],
  },
  Scalar: { type: anything, values: ["", "b", 0, 1, true, false], rules: [["Enum=a;1;true"], ["MultipleOf=2"]] },
  Bytes: {
    type: bytes,
    values: ["QQ==", "QUI=", "QUJD", "QUJDQQ=="],
    rules: [["MaxLength=4"], ["MinLength=5"], ["MaxLength=3"], ["Format=byte"]],
  },
  NoBytes: { type: bytes, values: [""], rules: [["Format=byte"], { markers: ["MaxLength=4"], differs: emptyBytes }] },
};

/** Returns all cases. */
export function allCases(): Case[] {
  const ruled = Object.entries(tables).flatMap(([label, { type, values, rules }]) =>
    rules.flatMap((one, at) => {
      const [markers, differs] = "markers" in one ? [one.markers, one.differs] : [one, undefined];
      return casesOf(`${label}${at}`, { ...type, values }, markers, differs);
    }),
  );
  const formatted = Object.entries(formatTexts).flatMap(([name, values]) => {
    const label = `Format${name.replace(/-?\b(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
    return casesOf(label, { ...string, values }, [`Format=${name}`], undefined).slice(0, 1);
  });
  const ofCEL = Object.entries(celTables).flatMap(([label, { base, rules, differs }]) =>
    rules.flatMap((markers, at) => casesOf(`CEL${label}${at}`, base, markers, differs)),
  );
  return [...ruled, ...formatted, ...ofCEL];
}

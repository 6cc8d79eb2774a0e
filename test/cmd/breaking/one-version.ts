import type { Tree } from "../../engine/temporary-folder.js";
import { groupDoc } from "../api-project.js";

/** The source of one state of a kind: properties of its spec, more types, markers of the kind. */
export interface State {
  readonly spec: string;
  readonly more?: string;
  readonly kind?: string;
  readonly version?: string;
  /** `extends Base `, for the spec. */
  readonly extend?: string;
}

/** A change of a kind, and the lines `code severity kind path` that a comparison reports. */
export interface Case {
  readonly name: string;
  readonly old: State | string;
  readonly now: State | string;
  readonly expected: readonly string[];
}

const imports = "Condition, Duration, IntOrString, ObjectMeta, Quantity, Time, TypeMeta, int32, int64, float64";

/** Returns the files of a group with one kind. */
export function groupOf(name: string, state: State | string): Tree {
  const {
    spec,
    more = "",
    kind = "",
    version = "v1",
    extend = "",
  } = typeof state === "string" ? { spec: state } : state;
  const group = `${name}.example.com`;
  const folder = `apis/${name}/${version}`;
  return {
    [`${folder}/doc.ts`]: groupDoc(group),
    [`${folder}/types.ts`]: `import type { ${imports} } from "@apimachinery/runtime";
${kind}
export interface Pizza extends TypeMeta<"${group}/${version}", "Pizza"> {
  metadata: ObjectMeta;
  spec: Spec;
  status?: { replicas: int32 };
}
export interface Spec ${extend}{
  ${spec.trim()}
}
${more}
`,
  };
}

const marked = (marker: string, property: string): string => `/** +${marker} */\n  ${property}`;
const union = (...members: readonly string[]): string =>
  `export type Oven = ${members.join(" | ")};\n${members.map((name) => `export interface ${name} { type: "${name}"; size: int32 }\n`).join("")}`;

/** Changes of properties, at several depths. */
export const fieldCases: readonly Case[] = [
  {
    name: "removed",
    old: "a: string;\n b?: string;",
    now: "a: string;",
    expected: ["removed-field breaking v1.Pizza spec.b"],
  },
  {
    name: "removed-deep",
    old: { spec: "items: Record<string, Part[]>;", more: "export interface Part { name: string; size?: int32 }" },
    now: { spec: "items: Record<string, Part[]>;", more: "export interface Part { name: string }" },
    expected: ["removed-field breaking v1.Pizza spec.items{}[].size"],
  },
  {
    name: "metadata-of-a-part",
    old: { spec: "part: Part;", more: "export interface Part { metadata: { a: string; b?: string } }" },
    now: { spec: "part: Part;", more: "export interface Part { metadata: { a: string } }" },
    expected: ["removed-field breaking v1.Pizza spec.part.metadata.b"],
  },
  {
    name: "renamed",
    old: "a: string;",
    now: marked("k8s:conversion-gen:rename=a", "b?: string;"),
    expected: ["renamed-json-key breaking v1.Pizza spec.a"],
  },
  {
    name: "new-required",
    old: "a: string;",
    now: "a: string;\n b: string;",
    expected: ["new-required-field breaking v1.Pizza spec.b"],
  },
  { name: "new-optional", old: "a: string;", now: "a: string;\n b?: string;", expected: [] },
  {
    name: "new-with-default",
    old: "a: string;",
    now: `a: string;\n ${marked('default="x"', "b: string;")}`,
    expected: [],
  },
  {
    name: "to-required",
    old: "a?: string;",
    now: "a: string;",
    expected: ["optional-to-required breaking v1.Pizza spec.a"],
  },
  { name: "to-optional", old: "a: string;", now: "a?: string;", expected: [] },
  {
    name: "to-required-with-default",
    old: "a?: int32;",
    now: marked("default=3", "a: int32;"),
    expected: ["changed-default breaking v1.Pizza spec.a"],
  },
  {
    name: "to-required-with-the-same-default",
    old: "/** +default=3\n +omitzero */\n a?: int32;",
    now: marked("default=3", "a: int32;"),
    expected: [],
  },
  { name: "type", old: "a: string;", now: "a: int32;", expected: ["changed-type breaking v1.Pizza spec.a"] },
  { name: "wider", old: "a: int32;", now: "a: int64;", expected: ["changed-type compatible v1.Pizza spec.a"] },
  { name: "narrower", old: "a: int64;", now: "a: int32;", expected: ["changed-type breaking v1.Pizza spec.a"] },
  {
    name: "narrower-inside-limits",
    old: "/** +k8s:minimum=0\n +k8s:maximum=100 */\n a: int64;",
    now: "/** +k8s:minimum=0\n +k8s:maximum=100 */\n a: int32;",
    expected: ["changed-type compatible v1.Pizza spec.a"],
  },
  { name: "list", old: "a: string;", now: "a: string[];", expected: ["changed-type breaking v1.Pizza spec.a"] },
  {
    name: "list-items",
    old: "a: string[];",
    now: "a: boolean[];",
    expected: ["changed-type breaking v1.Pizza spec.a[]"],
  },
  { name: "any", old: "a: int32;", now: "a: unknown;", expected: ["changed-type compatible v1.Pizza spec.a"] },
  {
    name: "default-changed",
    old: marked("default=3", "a: int32;"),
    now: marked("default=4", "a: int32;"),
    expected: ["changed-default breaking v1.Pizza spec.a"],
  },
  {
    name: "default-added",
    old: "a?: int32;",
    now: marked("default=4", "a?: int32;"),
    expected: ["changed-default breaking v1.Pizza spec.a"],
  },
  {
    name: "default-removed",
    old: marked("default=4", "a?: int32;"),
    now: "a?: int32;",
    // Without the default, nothing fills a spec that a request leaves out.
    expected: ["optional-to-required breaking v1.Pizza spec", "removed-default breaking v1.Pizza spec.a"],
  },
  {
    name: "default-of-zero",
    old: "a?: int32;",
    now: "/** +omitzero\n +default=4 */\n a?: int32;",
    expected: ["changed-default breaking v1.Pizza spec.a"],
  },
  {
    name: "default-of-explicit-zero",
    old: marked("default=4", "a?: int32;"),
    now: "/** +omitzero\n +default=4 */\n a?: int32;",
    expected: ["changed-default breaking v1.Pizza spec.a"],
  },
  {
    name: "enum",
    old: { spec: "a: Mode;", more: `export type Mode = "A" | "B";` },
    now: { spec: "a: Mode;", more: `export type Mode = "B" | "C";` },
    expected: ["added-enum-member compatible v1.Pizza spec.a", "removed-enum-member breaking v1.Pizza spec.a"],
  },
  {
    name: "enum-member-that-a-rule-forbids",
    old: marked('k8s:neq="A"', `a: "A" | "B";`),
    now: `a: "B";`,
    expected: [],
  },
  {
    name: "enum-of-string",
    old: "a: string;",
    now: `a: "A" | "B";`,
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "union",
    old: { spec: "oven: Oven;", more: union("Wood", "Gas") },
    now: { spec: "oven: Oven;", more: union("Gas", "Solar") },
    expected: [
      "added-enum-member compatible v1.Pizza spec.oven.type",
      "removed-enum-member breaking v1.Pizza spec.oven.type",
    ],
  },
  {
    name: "union-member",
    old: { spec: "oven: Oven;", more: union("Wood", "Gas") },
    now: { spec: "oven: Oven;", more: union("Wood", "Gas").replace(`"Gas"; size: int32`, `"Gas"; size: string`) },
    expected: ["changed-type breaking v1.Pizza spec.oven.size"],
  },
];

/** Changes of rules, which are compared by their data. */
export const ruleCases: readonly Case[] = [
  {
    name: "smaller-maximum",
    old: marked("k8s:maximum=9", "a: int32;"),
    now: marked("k8s:maximum=5", "a: int32;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "larger-maximum",
    old: marked("k8s:maximum=5", "a: int32;"),
    now: marked("k8s:maximum=9", "a: int32;"),
    expected: [],
  },
  {
    name: "equivalent-maximum",
    old: marked("kubebuilder:validation:Maximum=10", "a: int32;"),
    now: "/** +kubebuilder:validation:Maximum=11\n +kubebuilder:validation:ExclusiveMaximum=true */\n a: int32;",
    expected: [],
  },
  { name: "minimum-of-the-type", old: "a: int32;", now: marked("k8s:minimum=-2147483648", "a: int32;"), expected: [] },
  {
    name: "new-minimum",
    old: "a: int32;",
    now: marked("k8s:minimum=1", "a: int32;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "min-length",
    old: "a: string;",
    now: marked("k8s:minLength=1", "a: string;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "min-length-of-a-zero-that-gets-the-default",
    old: `/** +omitzero\n +default="x" */\n a?: string;`,
    now: `/** +omitzero\n +default="x"\n +k8s:minLength=1 */\n a?: string;`,
    expected: [],
  },
  {
    name: "items",
    old: "a: string[];",
    now: marked("k8s:eachVal=+k8s:maxLength=3", "a: string[];"),
    expected: ["tightened-rule breaking v1.Pizza spec.a[]"],
  },
  {
    name: "max-items",
    old: "a: string[];",
    now: marked("k8s:maxItems=3", "a: string[];"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "keys",
    old: "a: Record<string, string>;",
    now: marked("k8s:eachKey=+k8s:maxLength=3", "a: Record<string, string>;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "multiple",
    old: marked("kubebuilder:validation:MultipleOf=4", "a: int32;"),
    now: marked("kubebuilder:validation:MultipleOf=2", "a: int32;"),
    expected: [],
  },
  {
    name: "new-multiple",
    old: "a: int32;",
    now: marked("kubebuilder:validation:MultipleOf=2", "a: int32;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "format",
    old: "a: string;",
    now: marked("k8s:format=k8s-short-name", "a: string;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "immutable",
    old: "a: string;",
    now: marked("k8s:immutable", "a: string;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "filled",
    old: "a: string;",
    now: marked("k8s:required", "a: string;"),
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "moved-to-the-type",
    old: marked("k8s:maximum=9", "a: int32;"),
    now: { spec: "a: Small;", more: "/** +k8s:maximum=9 */\nexport type Small = int32;" },
    expected: [],
  },
  {
    name: "shared-type",
    old: { spec: "a: Small; b: Small;", more: "/** +k8s:maximum=9 */\nexport type Small = int32;" },
    now: { spec: "a: Small; b: Small;", more: "/** +k8s:maximum=5 */\nexport type Small = int32;" },
    expected: ["tightened-rule breaking v1.Pizza spec.a"],
  },
  {
    name: "one-of",
    old: "/** +k8s:zeroOrOneOfMember */\n a?: string;\n /** +k8s:zeroOrOneOfMember */\n b?: string;\n c?: string;",
    now: "/** +k8s:zeroOrOneOfMember */\n a?: string;\n /** +k8s:zeroOrOneOfMember */\n b?: string;\n /** +k8s:zeroOrOneOfMember */\n c?: string;",
    expected: ["tightened-rule breaking v1.Pizza spec"],
  },
  {
    name: "one-of-with-a-new-property",
    old: "/** +k8s:zeroOrOneOfMember */\n a?: string;\n /** +k8s:zeroOrOneOfMember */\n b?: string;",
    now: "/** +k8s:zeroOrOneOfMember */\n a?: string;\n /** +k8s:zeroOrOneOfMember */\n b?: string;\n /** +k8s:zeroOrOneOfMember */\n c?: string;",
    expected: [],
  },
  {
    name: "dependent",
    old: "a?: string;\n b?: string;",
    now: `${marked('k8s:dependentRequired("b")', "a?: string;")}\n b?: string;`,
    expected: ["tightened-rule breaking v1.Pizza spec"],
  },
  {
    name: "list-type",
    old: "a: string[];",
    now: marked("listType=set", "a: string[];"),
    expected: ["changed-list-type breaking v1.Pizza spec.a"],
  },
  {
    name: "atomic",
    old: marked("listType=set", "a: string[];"),
    now: marked("listType=atomic", "a: string[];"),
    expected: ["changed-list-type breaking v1.Pizza spec.a"],
  },
  {
    name: "map-key",
    old: {
      spec: "/** +listType=map\n +listMapKey=a */\n parts: Part[];",
      more: "export interface Part { a: string; b: string }",
    },
    now: {
      spec: "/** +listType=map\n +listMapKey=b */\n parts: Part[];",
      more: "export interface Part { a: string; b: string }",
    },
    expected: ["changed-map-key breaking v1.Pizza spec.parts"],
  },
  {
    name: "map-type",
    old: "a: Record<string, string>;",
    now: marked("mapType=atomic", "a: Record<string, string>;"),
    expected: ["changed-map-type breaking v1.Pizza spec.a"],
  },
];

/**
 * Small types with every marker of validation, defaults and structure. The key is the name of the
 * kind; the value has the members of its spec, and the other declarations that they need.
 */
export interface SmallType {
  /** The members of the interface of the spec. */
  readonly members: string;
  /** Markers of the interface of the spec, without the signs of a comment. */
  readonly markers?: string;
  /** Declarations beside it. `$` in their names is replaced by the name of the kind. */
  readonly more?: string;
}

const marked = (marker: string, member: string): string =>
  `\n/**\n * ${marker.split("\n").join("\n * ")}\n */\n${member}\n`;

/** Types of values, without rules. */
const shapes: Readonly<Record<string, string | SmallType>> = {
  Scalars: "s: string; n: int32; b: boolean; f: float64; l: int64; os?: string; on?: int32; ob?: boolean;",
  Marked:
    '/** +required */\na?: string;\n/**\n * +required\n * +k8s:required\n */\nb?: string;\n/**\n * +default=""\n * +omitzero\n */\nc?: string;',
  Narrow: "a?: int8; b?: int16; c?: uint8; d?: uint16; e?: uint32; f: float32;",
  Times: "t?: Time; m?: MicroTime; d?: Duration; q?: Quantity; p?: IntOrString; y?: bytes;",
  Lists: "l: string[]; ol?: int32[]; ll?: string[][]; m: Record<string, string>; om?: Record<string, int32>;",
  Anything: "any?: JSONValue; raw?: RawExtension;",
  Objects: {
    members: "o: $Inner; oo?: $Inner; lo?: $Inner[]; mo?: Record<string, $Inner>;",
    more: "export interface $Inner { a: string; b?: int32; c?: $Leaf; }\nexport interface $Leaf { x?: string; }",
  },
  Literals: {
    members: 'e: "b" | "a"; oe?: "x" | ""; n?: 1 | 2 | 5; d: $Mode; le?: $Mode[];',
    more: 'export type $Mode = "Fast" | "Slow";',
  },
  TupleItems: `${marked("+kubebuilder:validation:items:Maximum=3", "n?: [int32, int32];")}${marked("+kubebuilder:validation:items:MinLength=2", "s?: [string, string, string];")}`,
  Tuples: "pair?: [string, int32]; three?: [boolean, string, float64][];",
  Unions: {
    members: "u?: $Union; lu?: $Union[];",
    more: `export type $Union = $Disk | $Net;
export interface $Disk { type: "Disk"; /** +k8s:minLength=2 */ path: string; /** +default=3 */ size?: int32; }
export interface $Net { type: "Net"; host?: string; /** +k8s:maximum=9 */ size?: int32; }`,
  },
  PlainUnions: {
    members: "u?: $Union; lu?: $Union[];",
    more: `export type $Union = $Disk | $Net;
export interface $Disk { type: "Disk"; path: string; }
export interface $Net { type: "Net"; host?: string; port?: int32; }`,
  },
  SharedMembers: {
    members: "u?: $Union;",
    more: `export type $Union = $A | $B;
export interface $A { type: "A"; value?: string; both?: $Deep; }
export interface $B { type: "B"; value?: int32; /** +k8s:maximum=3 */ n?: int32; both?: $Deep; }
export interface $Deep { x?: int32; }`,
  },
  DifferentMembers: {
    members: "u?: $Union;",
    more: `export type $Union = $A | $B;
export interface $A { type: "A"; value?: string[]; deep?: $DeepA; }
export interface $B { type: "B"; value?: Record<string, int32>; deep?: $DeepB; }
export interface $DeepA { a: string; }
export interface $DeepB { b: int32; }`,
  },
  Metadata: {
    members: "template?: $Template; required?: $Required; free?: $Free;",
    more: `export interface $Template { metadata?: ObjectMeta; image?: string; }
export interface $Required { metadata: ObjectMeta; image?: string; }
export interface $Free { /** +optional */ metadata: ObjectMeta; image?: string; }`,
  },
  RequiredByConstraint: `${marked("+optional\n+kubebuilder:validation:Required", "a?: string;")} b?: string;`,
  EmbeddedKinds: {
    members: "e?: Embedded<$Claim>; l?: Embedded<$Claim>[];",
    more: `/** It is not a kind of its own. */
export interface $Claim extends TypeMeta<"agreement.example.com/v1alpha1", "EmbeddedKindsClaim"> {
  metadata: ObjectMeta;
  spec: $Part;
  status?: $Part;
}
export interface $Part { status: "A" | "B"; /** +k8s:maximum=3 */ n?: int32; }`,
  },
  OwnKind: {
    members: "o?: $Reference;",
    more: "export interface $Reference { kind: string; apiVersion: string; status: $Leaf; }\nexport interface $Leaf { a?: string; }",
  },
  EmbeddedRules: {
    members: `${marked('+k8s:subfield("size")=+k8s:required\n+k8s:subfield("name")=+k8s:maxLength=2\n+k8s:subfield("tags")=+k8s:maxItems=1', "e?: Embedded<$Claim>;")} filled: Embedded<$Filled>; needed: Embedded<$Claim>;`,
    more: `export interface $Claim extends TypeMeta<"agreement.example.com/v1alpha1", "EmbeddedRulesClaim"> {
  size: int32;
  name: string;
  tags?: string[];
}
export interface $Filled extends TypeMeta<"agreement.example.com/v1alpha1", "EmbeddedRulesFilled"> {
  /** +default=3 */
  size: int32;
  name?: string;
}`,
  },
  Inherited: {
    members: "/** Its own declaration. */\nlevel?: int32;\nown?: string;",
    more: `export interface $Base {
  /**
   * +default=5
   * +k8s:maximum=10
   */
  level?: int32;
  /** +k8s:minLength=2 */
  name?: string;
}`,
  },
};

/** Rules of Kubernetes' validation. */
const rules: Readonly<Record<string, string | SmallType>> = {
  Minimum: `${marked("+k8s:minimum=1", "a: int32;")}${marked("+k8s:minimum=1", "b?: int32;")}`,
  Maximum: `${marked("+k8s:maximum=9", "a: int32;")}${marked("+k8s:maximum=9", "b?: int32;")}`,
  Lengths: `${marked("+k8s:minLength=2\n+k8s:maxLength=3", "a: string;")}${marked("+k8s:minLength=2\n+k8s:maxLength=3", "b?: string;")}`,
  MaxBytes: marked("+k8s:maxBytes=3", "a?: string;"),
  ItemCounts: `${marked("+k8s:minItems=1\n+k8s:maxItems=2", "a: string[];")}${marked("+k8s:minItems=1\n+k8s:maxItems=2", "b?: string[];")}`,
  PropertyCounts: `${marked("+k8s:minProperties=1\n+k8s:maxProperties=2", "a: Record<string, string>;")}${marked("+k8s:minProperties=1\n+k8s:maxProperties=2", "b?: Record<string, string>;")}`,
  ByteCounts: `${marked("+k8s:maxItems=3", "a?: bytes;")}${marked("+k8s:maxItems=6", "b: bytes;")}`,
  Neq: `${marked('+k8s:neq="none"', "a?: string;")}${marked("+k8s:neq=3", "b?: int32;")}`,
  Formats: `${marked("+k8s:format=k8s-short-name", "a?: string;")}${marked("+k8s:format=k8s-long-name", "b?: string;")}${marked("+k8s:format=k8s-uuid", "c?: string;")}${marked("+k8s:format=k8s-label-key", "d?: string;")}`,
  Constants: {
    members: "m: $Mode; om?: $Mode;",
    more: '/** +k8s:enum */\nexport type $Mode = string;\nexport const $Fast: $Mode = "Fast";\nexport const $Slow: $Mode = "Slow";',
  },
  Required: `${marked("+k8s:required", "a: string;")}${marked("+k8s:required", "b: string[];")}${marked("+k8s:required", "c: Record<string, string>;")}${marked("+k8s:required", "n?: int32;")}`,
  RequiredOptional: `${marked("+k8s:required", "a?: string;")}${marked("+k8s:required", "b?: string[];")}`,
  Optional: `${marked("+k8s:optional", "a: string;")}${marked("+optional", "b: int32;")}${marked("+k8s:optional\n+k8s:minLength=2", "c?: string;")}`,
  Forbidden: `${marked("+k8s:forbidden", "a?: string;")}${marked("+k8s:forbidden", "b?: string[];")}${marked("+k8s:forbidden", "c: string;")}`,
  EachVal: {
    members: `${marked("+k8s:eachVal=+k8s:minLength=2", "a?: string[];")}${marked("+k8s:eachVal=+k8s:maximum=9", "b?: Record<string, int32>;")}`,
  },
  EachKey: marked("+k8s:eachKey=+k8s:maxLength=2", "a?: Record<string, string>;"),
  Unique: `${marked("+k8s:listType=atomic\n+k8s:unique=set\n+k8s:maxItems=4\n+k8s:eachVal=+k8s:maxLength=9", "a?: string[];")}${marked("+k8s:listType=set", "b?: int32[];")}`,
  OptionalKeys: {
    members: marked(
      "+k8s:listType=atomic\n+k8s:unique=map\n+k8s:listMapKey=a\n+k8s:listMapKey=b\n+k8s:maxItems=4",
      "l?: $Item[];",
    ),
    more: "export interface $Item { a: int32; b?: int32; c?: int32; }",
  },
  ListMap: {
    members: marked("+k8s:listType=map\n+k8s:listMapKey=name", "a?: $Item[];"),
    more: "export interface $Item { name: string; value?: int32; }",
  },
  Subfield: {
    members: `${marked('+k8s:subfield("name")=+k8s:maxLength=3', "a?: $Item;")}${marked('+k8s:subfield("value")=+k8s:required', "b?: $Item;")}`,
    more: "export interface $Item { name: string; value?: int32; }",
  },
  Item: {
    members: marked(
      '+k8s:listType=map\n+k8s:listMapKey=type\n+k8s:maxItems=8\n+k8s:item(type: "Ready")=+k8s:subfield("status")=+k8s:minLength=2',
      "a?: $Item[];",
    ),
    more: "export interface $Item { type: string; status?: string; }",
  },
  DependentRequired: `${marked('+k8s:dependentRequired("secret")', "user?: string;")}secret?: string;`,
  DependentForbidden: `${marked('+k8s:dependentForbidden("b")', "a?: string;")}b?: string;`,
  Modes: `${marked("+k8s:modeDiscriminator", 'mode: "X" | "Y";')}${marked('+k8s:ifMode("X")=+k8s:required', "v?: string;")}${marked('+k8s:ifMode("Y")=+k8s:optional', "w?: int32;")}`,
  UnionMembers: `${marked("+k8s:unionMember", "a?: string;")}${marked("+k8s:unionMember", "b?: string[];")}`,
  UnionDiscriminated: `${marked("+k8s:unionDiscriminator", 'type: "A" | "B";')}${marked("+k8s:unionMember", "a?: string;")}${marked("+k8s:unionMember", "b?: int32;")}`,
  ZeroOrOne: `${marked("+k8s:zeroOrOneOfMember", "a?: string;")}${marked("+k8s:zeroOrOneOfMember", "b?: int32;")}`,
};

/** Rules of aliases, and of parts of parts. */
const nested: Readonly<Record<string, string | SmallType>> = {
  Aliases: {
    members: "n: $Name; on?: $Name; l?: $Names; m?: $Map; c?: $Count; ll?: $Names[]; lm?: Record<string, $Name>;",
    more: `/** +k8s:minLength=2 */
export type $Name = string;
/** +k8s:minItems=1 */
export type $Names = string[];
/** +k8s:minProperties=1 */
export type $Map = Record<string, int32>;
/** +k8s:maximum=9 */
export type $Count = int32;`,
  },
  Parts: {
    members: "o?: $Inner; l?: $Inner[]; m?: Record<string, $Inner>; a?: $Inners;",
    more: `export type $Inners = $Inner[];
export interface $Inner {
  a: string;
  /** +k8s:minItems=1 */
  l?: string[];
  /** +kubebuilder:validation:MinProperties=1 */
  m?: Record<string, string>;
  r?: string[];
  /** +kubebuilder:validation:MinLength=2 */
  s?: string;
}`,
  },
  KeyedParts: {
    members: `${marked("+listType=map\n+listMapKey=name", "l?: $Item[];")}${marked("+listType=set", "s?: $Name[];")}`,
    more: `/** +k8s:minLength=2 */
export type $Name = string;
export interface $Item { name: $Name; b: string; /** +k8s:maxLength=2 */ c?: string; }`,
  },
  RequiredNames: {
    members: "m?: $Named; v: JSONValue; i?: $Given;",
    more: `export interface $Named { metadata: Record<string, string>; status: string; }
/** Its object \`r\` is filled by a default that is a zero. */
export interface $Given { r: $Reference; }
export interface $Reference { /** +default="" */ name?: string; }`,
  },
  InheritedRules: {
    members: "own: string;",
    more: `export interface $Base {
  a: string;
  /** +k8s:minItems=1 */
  l?: string[];
  /** +k8s:immutable */
  i?: int32;
}`,
  },
};

/** Rules that only a server checks. */
const ofServer: Readonly<Record<string, string | SmallType>> = {
  Options: marked("+k8s:ifEnabled(Fast)=+k8s:required", "a?: string;"),
  Fixed: marked('+k8s:validateFalse="always"', "a?: string;"),
};

/** Rules of updates. */
const updates: Readonly<Record<string, string | SmallType>> = {
  Immutable: `${marked("+k8s:immutable", "a: string;")}${marked("+k8s:immutable", "b?: int32;")}`,
  ImmutableParts: {
    members: `${marked("+k8s:immutable\n+k8s:maxItems=4\n+k8s:eachVal=+k8s:maxLength=9", "l?: string[];")}o?: $Inner;`,
    more: `export interface $Inner {
  /** +k8s:immutable */
  x?: int32;
  y?: int32;
}`,
  },
  ImmutableObjects: {
    members: `${marked("+k8s:immutable", "o: $Inner;")}${marked("+k8s:immutable", "p?: $Inner;")}`,
    more: `export interface $Inner {
  x?: int32;
  /** +k8s:maxItems=3 */
  l?: int32[];
  /** +k8s:maxProperties=3 */
  m?: Record<string, int32>;
}`,
  },
  Monotonic: `${marked("+k8s:monotonic", "a?: int32;")}${marked("+k8s:monotonic", "b: int32;")}`,
  NoSet: marked("+k8s:update=NoSet", "a?: string;"),
  NoUnset: marked("+k8s:update=NoUnset", "a?: string;"),
  NoModify: `${marked("+k8s:update=NoModify", "a?: string;")}${marked("+k8s:update=NoModify", "b?: int32;")}`,
  NoUnsetNoModify: `${marked("+k8s:update=NoUnset\n+k8s:update=NoModify", "a?: int32;")}${marked("+k8s:update=NoUnset,NoModify", "b?: string;")}`,
  NoAddItem: marked(
    "+k8s:listType=set\n+k8s:maxItems=4\n+k8s:eachVal=+k8s:maxLength=9\n+k8s:update=NoAddItem",
    "a?: string[];",
  ),
  NoRemoveItem: marked(
    "+k8s:listType=set\n+k8s:maxItems=4\n+k8s:eachVal=+k8s:maxLength=9\n+k8s:update=NoRemoveItem",
    "a?: string[];",
  ),
};

/** Markers of controller-gen. */
const kubebuilder: Readonly<Record<string, string | SmallType>> = {
  Numbers: `${marked("+kubebuilder:validation:Minimum=1\n+kubebuilder:validation:Maximum=9\n+kubebuilder:validation:MultipleOf=2", "a?: int32;")}${marked("+kubebuilder:validation:Minimum=1\n+kubebuilder:validation:ExclusiveMinimum=true", "b: int32;")}`,
  Texts: `${marked("+kubebuilder:validation:Pattern=`^[a-z]+$`\n+kubebuilder:validation:MaxLength=4", "a?: string;")}${marked("+kubebuilder:validation:MinLength=1", "b: string;")}${marked("+kubebuilder:validation:Enum=x;y", "c?: string;")}`,
  Counts: `${marked("+kubebuilder:validation:MinItems=1", "a?: string[];")}${marked("+kubebuilder:validation:MinProperties=1", "b?: Record<string, string>;")}`,
  Presence: `${marked("+kubebuilder:validation:Required", "a?: string;")}${marked("+kubebuilder:validation:Optional", "b: int32;")}`,
  OneOf: { markers: "+kubebuilder:validation:ExactlyOneOf=a;b", members: "a?: string; b?: int32; c?: string;" },
  TwoOneOfs: {
    markers: "+kubebuilder:validation:AtMostOneOf=a;b\n * +kubebuilder:validation:AtMostOneOf=c;d",
    members: "a?: string; b?: int32; c?: string; d?: int32;",
  },
  AtLeastOne: { markers: "+kubebuilder:validation:AtLeastOneOf=a;b", members: "a?: string; b?: int32;" },
  CEL: { markers: '+kubebuilder:validation:XValidation:rule="self.a <= self.b"', members: "a: int32; b: int32;" },
  Nullable: {
    members: `${marked("+nullable", "a: int32 | null;")}${marked('+nullable\n+default="x"', "s?: string | null;")}
${marked('+nullable\n+default="x"', "d: string | null;")}${marked("+nullable\n+k8s:minItems=1", "l?: string[] | null;")}
${marked("+nullable\n+k8s:minimum=3", "n: int32 | null;")}${marked("+nullable", "o: $Inner | null;")}
${marked("+nullable", "i?: $Inner | null;")}${marked("+nullable\n+k8s:required", "r?: string | null;")}
${marked("+nullable", "j?: JSONValue;")}${marked("+nullable", 'e: "a" | "b" | null;')}`,
    more: "export interface $Inner { a?: string; /** +default=2 */ b?: int32; }",
  },
  NullableUpdates: `${marked("+nullable\n+k8s:update=NoUnset\n+k8s:update=NoModify", "a?: int32 | null;")}${marked("+nullable\n+k8s:immutable", "b: string | null;")}`,
  NullableRule: {
    markers: '+kubebuilder:validation:XValidation:rule="!has(self.a) || self.a < 9"',
    members: marked("+nullable", "a?: int32 | null;"),
  },
  Preserved: {
    members: `${marked("+kubebuilder:pruning:PreserveUnknownFields", "q?: $Q;")}${marked("+kubebuilder:validation:XPreserveUnknownFields", "l?: $Q[];")}
${marked("+kubebuilder:validation:items:XPreserveUnknownFields=true", "i?: $Q[];")}${marked("+kubebuilder:pruning:PreserveUnknownFields", "m?: Record<string, $Q>;")}
${marked("+kubebuilder:pruning:PreserveUnknownFields\n+kubebuilder:validation:EmbeddedResource", "e?: $E;")}
${marked("+kubebuilder:pruning:PreserveUnknownFields\n+kubebuilder:validation:MaxProperties=2", "c?: $Q;")}a?: $Names; o?: $Open; p?: $Child; plain?: $Q;`,
    more: `export interface $Q { a?: string; n?: int32; in?: $In; }
export interface $In { x?: string; }
export interface $E { apiVersion: string; kind: string; a?: string; }
/** +kubebuilder:pruning:PreserveUnknownFields */
export type $Names = $Q[];
/** +kubebuilder:pruning:PreserveUnknownFields */
export interface $Open { a?: string; }
export interface $Child extends $Open { b?: string; }`,
  },
  Schemaless: {
    members: marked("+kubebuilder:pruning:PreserveUnknownFields\n+kubebuilder:validation:Schemaless", "o?: $Inner;"),
    more: `export interface $Inner { a?: string; ${marked("+k8s:maximum=3", "n?: int32;")} }`,
  },
  EmbeddedRaw: marked(
    "+kubebuilder:validation:EmbeddedResource\n+kubebuilder:pruning:PreserveUnknownFields",
    "o?: RawExtension;",
  ),
};

/** Defaults. */
const defaults: Readonly<Record<string, string | SmallType>> = {
  DefaultScalars: `${marked('+default="x"', "s: string;")}${marked("+default=2", "n?: int32;")}${marked("+default=true", "b: boolean;")}`,
  DefaultObject: {
    members: "o: $Inner; p: $Inner; q: $Partly;",
    more: 'export interface $Inner { /** +default=2 */ d?: int32; /** +default="x" */ s: string; }\nexport interface $Partly { /** +default=2 */ d?: int32; s: string; }',
  },
  DefaultInOptional: {
    members: "o?: $Inner; l?: $Inner[];",
    more: "export interface $Inner { /** +default=2 */ d?: int32; s?: string; }",
  },
  DefaultSpec: "s: string; /** +default=2 */ d?: int32;",
  DefaultAll: '/** +default="x" */ s: string; /** +default=2 */ d?: int32;',
};

function normalized(all: Readonly<Record<string, string | SmallType>>): readonly (readonly [string, SmallType])[] {
  return Object.entries(all).map(([name, one]) => [name, typeof one === "string" ? { members: one } : one]);
}

export const smallTypes: ReadonlyMap<string, SmallType> = new Map(
  [shapes, rules, nested, ofServer, updates, kubebuilder, defaults].flatMap(normalized),
);

const imports = [
  "ListMeta",
  "ObjectMeta",
  "TypeMeta",
  "Embedded",
  "JSONValue",
  "RawExtension",
  "Quantity",
  "IntOrString",
  "Duration",
  "Time",
  "MicroTime",
  "bytes",
];
const numbers = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64"];
export const group = "agreement.example.com";
/** Rules whose markers are alpha need an alpha version. */
export const version = "v1alpha1";

/** Returns the text of the file with all small types, each as a kind with a CRD. */
export function typesText(): string {
  const kinds = [...smallTypes].map(([kind, { members, markers, more = "" }]) => {
    const named = (text: string) => text.replaceAll("$", kind);
    const base = kind.startsWith("Inherited") ? ` extends ${kind}Base` : "";
    return `
/** +kubebuilder:object:root=true */
export interface ${kind} extends TypeMeta<"${group}/${version}", "${kind}"> { metadata: ObjectMeta; spec: ${kind}Spec; }
export interface ${kind}List extends TypeMeta<"${group}/${version}", "${kind}List"> { metadata: ListMeta; items: ${kind}[]; }
${markers === undefined ? "" : `/** ${markers} */\n`}export interface ${kind}Spec${base} {
${named(members)}
}
${named(more)}
`;
  });
  return `import type { ${[...imports, ...numbers].join(", ")} } from "@apimachinery/runtime";\n${kinds.join("")}`;
}

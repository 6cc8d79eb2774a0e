import type { Tree } from "../../engine/temporary-folder.js";
import { groupDoc } from "../api-project.js";

/** The bodies of hand-written functions by place. The first one of each list is the original. */
const bodies = {
  defaults: [
    `if (spec.size === "") spec.size = "small";`,
    `if (spec.size === "") spec.size = "large";`,
    `spec.size = spec.size === "" ? "small" : spec.size;`,
    `spec.size ||= "small";`,
    `if (spec.size === "") spec.size = spec.tags.length > 1 ? "large" : "small";`,
    `if (spec.size === "") spec.size = "small"; spec.note ??= "none";`,
    `if (spec.size === "" && spec.count > 3) spec.size = "small";`,
    `spec.size = spec.size.trim() === "" ? "small" : spec.size;`,
  ],
  condition: [
    `value.count > 10 && value.note === undefined`,
    `value.count > 9 && value.note === undefined`,
    `value.count >= 11 && value.note === undefined`,
    `value.count > 10`,
    `value.count > 11 && value.note === undefined`,
    `!(value.note !== undefined || value.count <= 10)`,
    `value.count > 10 && value.tags.length === 0`,
    `value.count > 10 && (value.note ?? "") === ""`,
    `value.tags.includes("a") && value.count < 0`,
  ],
  toHub: [
    `count: input.amount + 1`,
    `count: input.amount`,
    `count: 1 + input.amount`,
    `count: Math.max(input.amount, 0) + 1`,
    `count: input.amount > 100 ? 100 : input.amount + 1`,
  ],
  toVersion: [
    `amount: input.count - 1`,
    `amount: input.count`,
    `amount: -1 + input.count`,
    `amount: input.count > 20 ? 20 : input.count - 1`,
    `amount: input.tags.length > 2 ? 0 : input.count - 1`,
  ],
} as const satisfies { readonly [place: string]: readonly string[] };

export type Bodies = { readonly [place in keyof typeof bodies]: string };

export const original: Bodies = {
  defaults: bodies.defaults[0],
  condition: bodies.condition[0],
  toHub: bodies.toHub[0],
  toVersion: bodies.toVersion[0],
};

/** All edits of one function. Some change answers, others do not. */
export const functionEdits: readonly Bodies[] = Object.entries(bodies).flatMap(([place, [, ...others]]) =>
  others.map((body) => ({ ...original, [place]: body })),
);

const spec = (count: string): string =>
  `export interface Spec { size: string; ${count}: int32; note?: string; tags: string[] }\n`;

const kind = (
  group: string,
  version: string,
): string => `import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
export interface Pizza extends TypeMeta<"${group}/${version}", "Pizza"> { metadata: ObjectMeta; spec: Spec }
`;

/** Returns a group with a hub and two versions, whose functions have the bodies. */
export function groupWith(name: string, { defaults, condition, toHub, toVersion }: Bodies): Tree {
  const group = `${name}.example.com`;
  const folder = `apis/${name}`;
  const common = "size: input.size, tags: input.tags, ...(input.note === undefined ? {} : { note: input.note })";
  return {
    [`${folder}/doc.ts`]: groupDoc(group),
    [`${folder}/types.ts`]: kind(group, "__internal") + spec("count"),
    [`${folder}/v1/doc.ts`]: groupDoc(group, "k8s:conversion-gen=.."),
    [`${folder}/v1/types.ts`]: `${kind(group, "v1")}/** +k8s:customValidation */\n${spec("count")}`,
    [`${folder}/v1/defaults.ts`]: `import type { Spec } from "./types.js";
export function SetDefaults_Spec(spec: Spec): void {
  ${defaults}
}
`,
    [`${folder}/v1/validation.ts`]: `import { field, type ErrorList, type FieldPath, type Operation } from "@apimachinery/runtime";
import type { Spec } from "./types.js";
export function ValidateCustom_Spec(
  op: Operation,
  fldPath: FieldPath | undefined,
  value: Spec,
  oldValue: Spec | undefined,
): ErrorList {
  void [op, oldValue];
  return ${condition} ? [field.invalid(fldPath?.child("count") ?? null, value.count, "is wrong")] : [];
}
`,
    [`${folder}/v1alpha1/doc.ts`]: groupDoc(group, "k8s:conversion-gen=.."),
    [`${folder}/v1alpha1/types.ts`]: kind(group, "v1alpha1") + spec("amount"),
    [`${folder}/v1alpha1/conversion.ts`]: `import type { ConversionScope } from "@apimachinery/runtime";
import type * as ${name} from "../types.js";
import type * as v1alpha1 from "./types.js";
export function Convert_v1alpha1_Spec_To_${name}_Spec(input: v1alpha1.Spec, scope: ConversionScope): ${name}.Spec {
  void scope;
  return { ${common}, ${toHub} };
}
export function Convert_${name}_Spec_To_v1alpha1_Spec(input: ${name}.Spec, scope: ConversionScope): v1alpha1.Spec {
  void scope;
  return { ${common}, ${toVersion} };
}
`,
  };
}

import type { Tree } from "../../engine/temporary-folder.js";
import { groupDoc } from "../api-project.js";

export interface Property {
  readonly text: string;
  readonly markers: readonly string[];
}

/** The properties of the spec of a pizza. */
const properties: readonly Property[] = [
  { text: "title: string;", markers: ["k8s:maxLength=20"] },
  { text: "slices: int32;", markers: ["kubebuilder:validation:Maximum=10", "k8s:minimum=1"] },
  { text: "mode?: Mode;", markers: [`default="Fast"`] },
  { text: "toppings: Topping[];", markers: ["listType=map", "listMapKey=name"] },
  { text: "labels?: Record<string, Name>;", markers: ["k8s:maxProperties=5"] },
  { text: "oven: Oven;", markers: [] },
  { text: "part?: Part;", markers: ["k8s:immutable"] },
  { text: "size: int32;", markers: ["default=30"] },
  { text: "code: string;", markers: ["kubebuilder:validation:Pattern=`^[A-Z]+$`"] },
];

const types = `export type Mode = "Fast" | "Safe";
/** +k8s:maxLength=9 */
export type Name = string;
export interface Topping { name: string; weight?: int32 }
export interface Part { name: Name; parts?: Part[] }
export interface Wood { type: "Wood"; logs: int32 }
export interface Gas { type: "Gas"; litres: int32 }
export type Oven = Wood | Gas;
`;

const imports = `import type { ObjectMeta, TypeMeta, int32, int64 } from "@apimachinery/runtime";\n`;

export interface Source {
  readonly spec: readonly Property[];
  /** Number of properties that a base declares. */
  readonly inBase: number;
  readonly types: string;
  readonly isSplit: boolean;
}

export const plain: Source = { spec: properties, inBase: 0, types, isSplit: false };

function propertyText({ text, markers }: Property): string {
  return markers.length === 0
    ? `  ${text}\n`
    : `  /**\n${markers.map((one) => `   * +${one}\n`).join("")}   */\n  ${text}\n`;
}

/** Returns the files of a group. */
export function filesOf(group: string, { spec, inBase, types: others, isSplit }: Source): Tree {
  const folder = `apis/${group}/v1`;
  const text = (some: readonly Property[]): string => some.map(propertyText).join("");
  const base = inBase === 0 ? "" : `export interface Base {\n${text(spec.slice(0, inBase))}}\n`;
  const kind = `export interface Pizza extends TypeMeta<"${group}.example.com/v1", "Pizza"> {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec ${inBase === 0 ? "" : "extends Base "}{
${text(spec.slice(inBase))}}
`;
  const names = [...others.matchAll(/export (?:type|interface) (\w+)/g)].map(([, name = ""]) => name);
  const doc = { [`${folder}/doc.ts`]: groupDoc(`${group}.example.com`) };
  if (!isSplit) return { ...doc, [`${folder}/types.ts`]: imports + kind + base + others };
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(kind + base));
  return {
    ...doc,
    [`${folder}/types.ts`]: `${imports}import type { ${used.join(", ")} } from "./more.js";\n${kind}${base}`,
    [`${folder}/more.ts`]: `import type { int32 } from "@apimachinery/runtime";\n${others}`,
  };
}

/** Renames a type. */
export function renamed(source: Source, from: string, to: string): Source {
  const rename = (text: string): string => text.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to);
  const spec = source.spec.map((property) => ({ ...property, text: rename(property.text) }));
  return { ...source, spec, types: rename(source.types) };
}

/** Replaces the markers of a property. */
export function changed(source: Source, text: string, markers: readonly string[]): Source {
  return { ...source, spec: source.spec.map((one) => (one.text === text ? { text, markers } : one)) };
}

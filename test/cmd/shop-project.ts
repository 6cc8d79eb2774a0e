import type { Tree } from "../engine/temporary-folder.js";
import { groupDoc, kind } from "./api-project.js";

/** Returns the text of a package.json with the name `shop` and more properties. */
export const manifest = (more: object) => `${JSON.stringify({ name: "shop", ...more }, undefined, 2)}\n`;

/** Returns the source code of the list type of a kind, without imports. */
const list = (apiVersion: string, name: string) =>
  `\nexport interface ${name}List extends TypeMeta<"${apiVersion}", "${name}List"> {\n  metadata: ListMeta;\n  items: ${name}[];\n}\n`;

/** Returns the text of a types.ts with one kind, its list and more types. */
export function typesOf(apiVersion: string, name: string, fields: string, more = ""): string {
  const text = kind(apiVersion, name, fields).replace("{ ObjectMeta", "{ Condition, ListMeta, ObjectMeta, Time, int32");
  return `${text}${list(apiVersion, name)}${more}`;
}

/** Adds the marker to the kind Lamp that makes it cluster-scoped. */
export const clusterWide = (types: string) =>
  types.replace("export interface Lamp ", "/** +genclient:nonNamespaced */\nexport interface Lamp ");

const spec = `  spec: PizzaSpec;
  status: { ready: boolean };`;
const specTypes = `
export interface PizzaSpec {
  title: string;
  /** +k8s:minimum=3 */
  slices: int32;
  /** +default=30 */
  size: int32;
  dough: Dough;
  toppings: Topping[];
  oven: Oven;
  labels: Record<string, string>;
  since: Time;
  /** +kubebuilder:validation:Pattern=\`^[A-Z]+$\` */
  code: string;
  /** +kubebuilder:validation:Enum=Small;Large */
  box: string;
  answer: "yes" | "no";
  parts: Part[];
  conditions: Condition[];
  /** +optional */
  note: string;
  comment?: string;
}
export type Dough = "Thin" | "Thick";
export interface Topping { name: string; weight?: int32 }
export interface Part { name: string; parts: Part[] }
export interface Wood { type: "Wood"; logs: int32 }
export interface Gas { type: "Gas"; litres: int32 }
export type Oven = Wood | Gas;
`;

/** The files of a project with one kind, whose spec has fields of many types. */
export const onePizza: Tree = {
  "package.json": manifest({}),
  "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
  "apis/shop/v1/types.ts": typesOf("shop.example.com/v1", "Pizza", spec, specTypes),
};

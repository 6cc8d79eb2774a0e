import type { Marker } from "../../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../../engine/model/universe.js";
import { compareText, type Problem } from "../../../engine/problem.js";

/**
 * Returns one warning for each folder whose types have CEL rules. They are published in the schema,
 * and the server does not evaluate them. The position is the first rule of the folder.
 */
export function unenforcedRules(types: Iterable<TypeDeclaration>): readonly Problem[] {
  const folders = new Map<string, Marker[]>();
  for (const type of types) {
    const rules = rulesOf(type);
    if (rules.length > 0) folders.set(type.package, [...(folders.get(type.package) ?? []), ...rules]);
  }
  return [...folders.values()].flatMap((rules): Problem[] => {
    const [first] = rules.sort(byPosition);
    if (first === undefined) return [];
    return [
      {
        code: "validation/unenforced-rule",
        severity: "warning",
        message: `the CEL rules of +${toolPrefix(first)} are not enforced by this server yet`,
        hint: "they are published in the schema; write the rule as a function with +k8s:customValidation to enforce it",
        position: first.position,
      },
    ];
  });
}

/** Returns the markers with CEL rules of a type and of the properties that it declares. */
export function rulesOf(type: TypeDeclaration): readonly Marker[] {
  return [...type.markers, ...ofFields(type)].filter(isRule);
}

/** Returns the markers of the properties that a type declares, without inherited ones. */
function ofFields({ shape }: TypeDeclaration): readonly Marker[] {
  if (shape.kind !== "object") return [];
  return shape.fields.flatMap(({ from, markers }) => (from === undefined ? markers : []));
}

function isRule({ name }: Marker): boolean {
  return /^(kubebuilder:validation:(items:)?XValidation:|k8s:validation:cel\[)/.test(name);
}

/** Returns the part of a marker's name that all CEL rules of its tool have. */
function toolPrefix({ name }: Marker): string {
  return name.startsWith("k8s:") ? "k8s:validation:cel" : "kubebuilder:validation:XValidation";
}

export function byPosition({ position: one }: Marker, { position: other }: Marker): number {
  return compareText(one.file, other.file) || one.line - other.line || one.column - other.column;
}

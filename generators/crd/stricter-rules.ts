import { replaceMarker, remedy, remedyAs } from "../../engine/base/fix.js";
import type { Problem } from "../../engine/base/problem.js";
import { generatedBy } from "../../engine/write/header.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { immutable } from "../markers/crd.js";
import { nativeKind } from "../rules/native.js";
import { crdProblems } from "../problem-codes/crd.js";

/**
 * Warns if the new definition makes `+k8s:immutable` stricter: with the existing definition, a
 * client can set an absent property later; with the new one, it cannot. Earlier versions of codegen
 * generated the less strict definition. The warning occurs once, because the next run compares with
 * the new definition.
 * @param before existing definition, in YAML
 * @param after new definition, in YAML
 */
export function stricterRules(
  universe: Universe,
  types: readonly TypeDeclaration[],
  before: string,
  after: string,
): readonly Problem[] {
  if (generatedBy(before) === undefined) return [];
  const [old, next] = [unwrapped(before), unwrapped(after)];
  const isStricter = ({ name }: Field): boolean => {
    const [unset, set] = [`field ${name} is immutable once set`, `field ${name} may not be set later`];
    return old.includes(unset) && !old.includes(set) && next.includes(set);
  };
  return types.flatMap(({ name, shape }) =>
    shape.kind !== "object" ? [] : shape.fields.filter(isStricter).flatMap((field) => ofField(universe, name, field)),
  );
}

function ofField(universe: Universe, owner: string, { name, type, markers, from }: Field): readonly Problem[] {
  const marker = from === undefined ? immutable.find({ markers }) : undefined;
  if (marker === undefined) return [];
  const kind = nativeKind(universe, type);
  const isCompound = kind === "list" || kind === "map";
  const once = "to allow that an update sets the property once, write +k8s:update=NoUnset";
  return [
    {
      ...crdProblems.is("crd/stricter-rule"),
      message: `with this version of codegen, a cluster refuses an update that sets the absent property ${owner}.${name}, because of its +k8s:immutable`,
      ...(isCompound
        ? remedyAs(`${once} and +kubebuilder:validation:XValidation:rule="self == oldSelf"`)
        : remedy(replaceMarker(marker, "+k8s:update=NoUnset,NoModify", `${once},NoModify`))),
      position: marker.position,
    },
  ];
}

/** Replaces line breaks by blanks, because YAML breaks long strings. */
function unwrapped(text: string): string {
  return text.replace(/\s+/g, " ");
}

import { optIn } from "../../engine/markers/opt-in.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";

/** Markers that enable another generator for a package. They enable schemas too. */
const uses: ReadonlySet<string> = new Set([
  "groupName",
  "k8s:deepcopy-gen",
  "k8s:defaulter-gen",
  "k8s:conversion-gen",
  "k8s:register-gen",
]);

const marker = "k8s:schema-gen";

/** Returns the types of a package that get a schema, in the order of their declaration. */
export const activeTypes = once(({ markers, types }: Package): ReadonlySet<TypeDeclaration> => {
  const own = optIn(markers, marker);
  if (own === false) return new Set();
  const whole =
    own === true || markers.some(({ name, value }) => uses.has(name) && (name === "groupName" || value !== "false"));
  // An opaque type of a package is generic. Each list of type arguments has its own schema.
  return new Set(
    Object.values(types).filter(
      (type) => type.exported && type.shape.kind !== "opaque" && (optIn(type.markers, marker) ?? whole),
    ),
  );
});

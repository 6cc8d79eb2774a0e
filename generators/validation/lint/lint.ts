import type { Marker } from "../../../engine/markers/marker.js";
import { packageById } from "../../../engine/model/lookup.js";
import type { PackageId, TypeDeclaration, TypeId } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import type { Reader } from "../../rules/context.js";
import { isValidationMarker } from "../../rules/read-markers.js";
import { findRules } from "../../rules/has-rules.js";
import type { TypeNode } from "../../rules/node.js";
import { levelPrefix } from "./level-prefix.js";
import { markerStability } from "./marker-stability.js";
import { requiredness } from "./requiredness.js";
import { noLint, type LintRule, type LintSubject } from "./subject.js";

const rules: readonly LintRule[] = [levelPrefix, markerStability, requiredness];

/**
 * Returns a function that returns the warnings of the lint rules for a type, as Go's validation-gen
 * reports them. `+k8s:validation-gen-nolint` excludes a type or a folder.
 * @param external types whose functions another npm package exports
 */
export function linter(
  reader: Reader,
  nodes: ReadonlyMap<TypeId, TypeNode>,
  external: ReadonlySet<TypeId>,
): (node: TypeNode) => readonly Problem[] {
  // A type with no other rule than that of `+k8s:optional` counts as a type without rules, because
  // that rule reports no errors.
  const hasRules = findRules(nodes, external, (validations) => validations.rules.some(({ nonError }) => !nonError));
  return (node) => {
    if (!isSubject(reader, node.declaration)) return [];
    return subjectsOf(reader, node, hasRules).flatMap((subject) => rules.flatMap((rule) => rule(subject)));
  };
}

function isSubject({ universe, outputOf }: Reader, type: TypeDeclaration): boolean {
  const pkg = packageById(universe, type.package);
  if (pkg?.kind !== "folder" || type.markers.some(isNoLint)) return false;
  const excludes = (id: PackageId | undefined): boolean =>
    id !== undefined && packageById(universe, id)?.markers.some(isNoLint) === true;
  return !excludes(type.package) && !excludes(outputOf(type.package));
}

function isNoLint({ name }: Marker): boolean {
  return name === noLint;
}

/**
 * Returns the lint subjects of a type: the type itself and its own properties. Inherited properties
 * are checked in the interface that declares them. Properties that cannot violate a lint rule are
 * omitted.
 */
function subjectsOf(
  reader: Reader,
  { declaration: owner, fields }: TypeNode,
  hasRules: (id: TypeId) => boolean,
): readonly LintSubject[] {
  const infers = reader.infers(owner.package);
  const common = { universe: reader.universe, owner, infers, hasRules };
  const isLinted = ({ name }: Marker): boolean => name.startsWith("k8s:") && isValidationMarker(name);
  const own = fields.filter(({ field }) => field.from === undefined);
  return [
    { ...common, name: owner.name, markers: owner.markers.filter(isLinted) },
    ...own.flatMap((field): readonly LintSubject[] => {
      const markers = field.field.markers.filter(isLinted);
      // A property without markers can violate a lint rule only because of the rules of its types.
      if (markers.length === 0 && (infers || field.types.length === 0)) return [];
      return [{ ...common, name: `${owner.name}.${field.field.name}`, markers, field }];
    }),
  ];
}

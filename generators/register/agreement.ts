import { remedy, replaceMarker, type Edit, type Fix } from "../../engine/base/fix.js";
import { groupName } from "../../engine/markers/group-name.js";
import { apiVersionOf, parseAPIVersion, type PackageGroupVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { registerProblems } from "../problem-codes/register.js";

/** Returns the base type of a kind: `TypeMeta<"example.com/v1", "Pizza">`. */
export function typeMetaOf(groupVersion: PackageGroupVersion, kind: string): string {
  return `TypeMeta<${JSON.stringify(apiVersionOf(groupVersion))}, ${JSON.stringify(kind)}>`;
}

/** Returns the edit that makes an interface extend the base type of a kind. */
export function extendTypeMeta(at: Position, to: string): Edit {
  return { kind: "heritage", at, base: "TypeMeta", to };
}

/**
 * Reports literals in a kind's TypeMeta that differ from the group and version of the package, or
 * from the name of the kind.
 */
export function disagreements(
  groupVersion: PackageGroupVersion,
  pkg: Package,
  { name, shape, position }: TypeDeclaration,
): readonly Problem[] {
  const said = shape.kind === "object" ? shape.typeMeta : undefined;
  const apiVersion = apiVersionOf(groupVersion);
  const right = typeMetaOf(groupVersion, name);
  const asFolder = { text: `interface ${name} extends ${right}`, edits: [extendTypeMeta(position, right)] };
  const problems: Problem[] = [];
  if (said?.apiVersion !== undefined && said.apiVersion !== apiVersion)
    problems.push({
      ...registerProblems.is("register/other-api-version"),
      message: `the apiVersion of ${name} is ${JSON.stringify(said.apiVersion)}, but its folder has the apiVersion ${JSON.stringify(apiVersion)}`,
      ...remedy(asFolder, ...otherGroup(groupVersion, pkg, said.apiVersion)),
      position,
    });
  if (said?.kind !== undefined && said.kind !== name)
    problems.push({
      ...registerProblems.is("register/other-kind"),
      message: `interface ${name} declares the kind ${JSON.stringify(said.kind)}, but the kind must be the name of the interface`,
      ...remedy(asFolder),
      position,
    });
  return problems;
}

/**
 * Returns a fix of the `+groupName` marker if the group in the `apiVersion` literal differs from
 * the marker's value; otherwise an empty list. The fix is an alternative to the fix of the literal,
 * because either can be wrong.
 */
function otherGroup({ group }: PackageGroupVersion, pkg: Package, said: string): readonly Fix[] {
  const other = parseAPIVersion(said).group;
  const marker = groupName.find(pkg);
  if (other === group || other === "" || marker === undefined) return [];
  return [
    replaceMarker(marker, `+groupName=${other}`, `if the group is ${other}, write +groupName=${other} in doc.ts`),
  ];
}

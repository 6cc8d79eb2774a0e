import { remedy, replaceMarker, type Fix } from "../../engine/base/fix.js";
import { groupName } from "../../engine/markers/group-name.js";
import { apiVersionOf, parseAPIVersion, type PackageGroupVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { registerProblems } from "../problem-codes/register.js";

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
  const right = `interface ${name} extends TypeMeta<${JSON.stringify(apiVersion)}, ${JSON.stringify(name)}>`;
  const asFolder = {
    text: right,
    edits: [
      {
        kind: "heritage",
        at: position,
        base: "TypeMeta",
        to: `TypeMeta<${JSON.stringify(apiVersion)}, ${JSON.stringify(name)}>`,
      },
    ],
  } satisfies Fix;
  const problem = (
    code: "register/other-api-version" | "register/other-kind",
    message: string,
    ...others: readonly Fix[]
  ): Problem => ({
    ...registerProblems.is(code),
    message,
    ...remedy(asFolder, ...others),
    position,
  });
  return [
    ...(said?.apiVersion === undefined || said.apiVersion === apiVersion
      ? []
      : [
          problem(
            "register/other-api-version",
            `the apiVersion of ${name} is ${JSON.stringify(said.apiVersion)}, but its folder has the apiVersion ${JSON.stringify(apiVersion)}`,
            ...otherGroup(groupVersion, pkg, said.apiVersion),
          ),
        ]),
    ...(said?.kind === undefined || said.kind === name
      ? []
      : [
          problem(
            "register/other-kind",
            `interface ${name} declares the kind ${JSON.stringify(said.kind)}, but the kind must be the name of the interface`,
          ),
        ]),
  ];
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

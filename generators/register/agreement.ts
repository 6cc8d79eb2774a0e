import { remedy, replaceMarker, type Fix } from "../../engine/fix/fix.js";
import { apiVersionOf, parseAPIVersion, type GroupVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";

/** Where the literals of a kind's TypeMeta say something else than its folder and its name. */
export function disagreements(
  groupVersion: GroupVersion,
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
  const problem = (code: string, message: string, ...others: readonly Fix[]): Problem => ({
    code: `register/${code}`,
    severity: "error",
    message,
    ...remedy(asFolder, ...others),
    position,
  });
  return [
    ...(said?.apiVersion === undefined || said.apiVersion === apiVersion
      ? []
      : [
          problem(
            "other-api-version",
            `${name} says the apiVersion ${JSON.stringify(said.apiVersion)}, its folder ${JSON.stringify(apiVersion)}`,
            ...otherGroup(groupVersion, pkg, said.apiVersion),
          ),
        ]),
    ...(said?.kind === undefined || said.kind === name
      ? []
      : [
          problem(
            "other-kind",
            `${name} says the kind ${JSON.stringify(said.kind)}, its name is ${JSON.stringify(name)}`,
          ),
        ]),
  ];
}

/** What is misspelt may be the marker, where the literal is of another group. */
function otherGroup({ group }: GroupVersion, { markers }: Package, said: string): readonly Fix[] {
  const other = parseAPIVersion(said).group;
  const marker = markers.find(({ name }) => name === "groupName");
  if (other === group || other === "" || marker === undefined) return [];
  return [replaceMarker(marker, `+groupName=${other}`, `where the group is ${other}, in doc.ts: +groupName=${other}`)];
}

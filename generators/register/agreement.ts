import { apiVersionOf, parseAPIVersion, type GroupVersion } from "../../engine/model/group-version.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";

/** Where the literals of a kind's TypeMeta say something else than its folder and its name. */
export function disagreements(groupVersion: GroupVersion, { name, shape, position }: TypeDeclaration): readonly Problem[] {
  const said = shape.kind === "object" ? shape.typeMeta : undefined;
  const apiVersion = apiVersionOf(groupVersion);
  const right = `interface ${name} extends TypeMeta<${JSON.stringify(apiVersion)}, ${JSON.stringify(name)}>`;
  const problem = (code: string, message: string, hint = right): Problem => ({ code: `register/${code}`, severity: "error", message, hint, position });
  return [
    ...(said?.apiVersion === undefined || said.apiVersion === apiVersion
      ? []
      : [problem("other-api-version", `${name} says the apiVersion ${JSON.stringify(said.apiVersion)}, its folder ${JSON.stringify(apiVersion)}`, [right, ...otherGroup(groupVersion, said.apiVersion)].join("\n"))]),
    ...(said?.kind === undefined || said.kind === name ? [] : [problem("other-kind", `${name} says the kind ${JSON.stringify(said.kind)}`)]),
  ];
}

/** What is misspelt may be the marker, where the literal is of another group. */
function otherGroup({ group }: GroupVersion, said: string): readonly string[] {
  const other = parseAPIVersion(said).group;
  return other === group || other === "" ? [] : [`or, where the group is ${other}, in doc.ts: +groupName=${other}`];
}

import { apiVersionOf, type GroupVersion } from "../../engine/model/group-version.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";

/** Where the literals of a kind's TypeMeta say something else than its folder and its name. */
export function disagreements(groupVersion: GroupVersion, { name, shape, position }: TypeDeclaration): readonly Problem[] {
  const said = shape.kind === "object" ? shape.typeMeta : undefined;
  const apiVersion = apiVersionOf(groupVersion);
  const hint = `interface ${name} extends TypeMeta<${JSON.stringify(apiVersion)}, ${JSON.stringify(name)}>`;
  const problem = (code: string, message: string): Problem => ({ code: `register/${code}`, severity: "error", message, hint, position });
  return [
    ...(said?.apiVersion === undefined || said.apiVersion === apiVersion
      ? []
      : [problem("other-api-version", `${name} says the apiVersion ${JSON.stringify(said.apiVersion)}, its folder ${JSON.stringify(apiVersion)}`)]),
    ...(said?.kind === undefined || said.kind === name ? [] : [problem("other-kind", `${name} says the kind ${JSON.stringify(said.kind)}`)]),
  ];
}

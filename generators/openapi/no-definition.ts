import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/problem.js";
import { modelPackageConstant } from "./model-name.js";

/** A type is referred to, and documents know nothing of it: they take any JSON in its place. */
export function noDefinition(universe: Universe, type: TypeDeclaration, position: Position): Problem {
  const isModule = universe.packages[type.package]?.kind === "module";
  const [reason, hint] = isModule
    ? [
        `${type.package} does not export GetOpenAPIDefinitions and ${modelPackageConstant}`,
        `export what zz_generated.openapi.ts has from ${type.package}, or declare a type of your own`,
      ]
    : ["it opts out with +k8s:openapi-gen=false", "remove the marker, or leave the property out of documents too: +k8s:openapi-gen=false"];
  return { code: "openapi/no-definition", severity: "warning", message: `${type.name} has no OpenAPI definition: ${reason}`, hint, position };
}

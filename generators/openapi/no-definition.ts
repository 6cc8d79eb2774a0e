import { addMarker, remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { openapiGen } from "../markers/openapi.js";
import { modelPackageConstant } from "../json-schema/model-name.js";

/**
 * Returns the problem of a reference to a type without a definition. In OpenAPI documents, any JSON
 * value is allowed at the place of such a reference.
 */
export function noDefinition(universe: Universe, type: TypeDeclaration, position: Position): Problem {
  const isModule = universe.packages[type.package]?.kind === "module";
  const optOut = openapiGen.readAll(type).find(({ value }) => value === false)?.marker;
  const [reason, advice]: readonly [string, Remedy] = isModule
    ? [
        `${type.package} does not export GetOpenAPIDefinitions and ${modelPackageConstant}`,
        { hint: `export zz_generated.openapi.ts from ${type.package}, or declare the type in this project` },
      ]
    : [
        "it opts out with +k8s:openapi-gen=false",
        remedy(
          ...(optOut === undefined ? [] : [removeMarker(optOut)]),
          addMarker(
            position,
            "+k8s:openapi-gen=false",
            "remove the property from OpenAPI documents too: +k8s:openapi-gen=false",
          ),
        ),
      ];
  return {
    code: "openapi/no-definition",
    severity: "warning",
    message: `${type.name} has no OpenAPI definition: ${reason}`,
    ...advice,
    position,
  };
}

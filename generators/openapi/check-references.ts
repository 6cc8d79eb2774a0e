import { addMarker, remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import { referencesInType } from "../../engine/model/type-references.js";
import type { TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { openapiGen } from "../markers/openapi.js";
import { activeTypes } from "../type-schemas/activation.js";
import { getDefinitions, isDefined, modelPackageConstant } from "./file.js";
import { openapiProblems } from "../problem-codes/openapi.js";

/** Reports the references of a type to types without a definition. */
export function checkReferences(
  universe: Universe,
  documented: ReadonlySet<TypeDeclaration>,
  { shape, position }: TypeDeclaration,
): readonly Problem[] {
  const check = (ids: readonly TypeId[], at: Position): readonly Problem[] =>
    ids.flatMap((id) => {
      const type = typeById(universe, id);
      return type === undefined || isKnown(universe, documented, type) ? [] : [noDefinition(universe, type, at)];
    });
  switch (shape.kind) {
    case "object":
      return shape.fields
        .filter((field) => openapiGen.read(field).own !== false)
        .flatMap((field) => check(referencesInType(field.type).values, field.position));
    case "union":
      return check(
        shape.members.map(({ type }) => type),
        position,
      );
    case "alias":
      return check(referencesInType(shape.of).values, position);
    case "opaque":
      return [];
  }
}

/** Reports whether a reference has a definition, or an alias whose value is used in its place. */
function isKnown(universe: Universe, documented: ReadonlySet<TypeDeclaration>, type: TypeDeclaration): boolean {
  if (type.shape.kind === "alias" || isDefined(universe, documented, type)) return true;
  const from = packageById(universe, type.package);
  // A missing schema is an error of the generator of schemas.
  return from?.kind === "folder" && !activeTypes(from).has(type);
}

/**
 * Returns the problem of a reference to a type without a definition. In OpenAPI documents, any JSON
 * value is allowed at the place of such a reference.
 */
function noDefinition(universe: Universe, type: TypeDeclaration, position: Position): Problem {
  const isModule = universe.packages[type.package]?.kind === "module";
  const optOut = openapiGen.readAll(type).find(({ value }) => value === false)?.marker;
  const [reason, advice]: readonly [string, Remedy] = isModule
    ? [
        `${type.package} does not export ${getDefinitions} and ${modelPackageConstant}`,
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
    ...openapiProblems.is("openapi/no-definition"),
    message: `${type.name} has no OpenAPI definition: ${reason}`,
    ...advice,
    position,
  };
}

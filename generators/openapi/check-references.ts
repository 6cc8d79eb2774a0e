import { addMarker, remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import { names } from "../../engine/base/names.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import { referencesInType } from "../../engine/model/type-references.js";
import type { TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";
import { openapiGen } from "../markers/openapi.js";
import { activeTypes } from "../type-schemas/activation.js";
import { getDefinitions, isDefined, modelPackageConstant } from "./file.js";
import { openapiProblems } from "../problem-codes/openapi.js";

type ReferenceInput = Pick<PlanInput, "universe" | "load">;

/** Reports references from a type to types that have no OpenAPI definition. */
export function checkReferences(
  input: ReferenceInput,
  documented: ReadonlySet<TypeDeclaration>,
  { shape, position }: TypeDeclaration,
): readonly Problem[] {
  const { universe } = input;
  const check = (ids: readonly TypeId[], at: Position): readonly Problem[] =>
    ids.flatMap((id) => {
      const type = typeById(universe, id);
      if (type === undefined) return [];
      if (!isKnown(universe, documented, type)) return [noDefinition(universe, type, at)];
      const exported = schemasWithoutModel(input, type);
      return exported.length === 0 ? [] : [withoutModel(type, exported.some(hasModel), at)];
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

/**
 * Reports whether a reference to a type must not be reported here, because the type has a
 * definition, or is an alias whose value replaces it, or because the generator `schema` reports it.
 */
function isKnown(universe: Universe, documented: ReadonlySet<TypeDeclaration>, type: TypeDeclaration): boolean {
  if (type.shape.kind === "alias" || isDefined(universe, documented, type)) return true;
  const from = packageById(universe, type.package);
  // The generator `schema` reports a missing schema.
  return from?.kind === "folder" && !activeTypes(from).has(type);
}

/**
 * Returns all exports of another npm package, if its schema of the type does not contain the name
 * of the type's definition; otherwise an empty list. Without this name, other definitions accept
 * every JSON value for the type.
 */
function schemasWithoutModel({ universe, load }: ReferenceInput, type: TypeDeclaration): readonly unknown[] {
  const { package: id, name } = type;
  if (id === runtimePackage || packageById(universe, id)?.kind !== "module") return [];
  const exported = (load(id) ?? {}) as Readonly<Record<string, TypeSchema | undefined>>;
  const schema = exported[names.schema(name)];
  return schema === undefined || hasModel(schema) || schema.value !== undefined ? [] : Object.values(exported);
}

function hasModel(exported: unknown): boolean {
  return typeof exported === "object" && exported !== null && "model" in exported;
}

/**
 * Returns the problem of a reference to a type without a definition. OpenAPI documents permit any
 * JSON value for such a reference.
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
        "the type opts out with +k8s:openapi-gen=false",
        remedy(
          ...(optOut === undefined ? [] : [removeMarker(optOut)]),
          addMarker(
            position,
            "+k8s:openapi-gen=false",
            "exclude the property from OpenAPI documents too: +k8s:openapi-gen=false",
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

/**
 * Returns the problem of a reference to a type whose npm package does not declare the name of the
 * definition.
 */
function withoutModel({ package: id, name }: TypeDeclaration, isCurrent: boolean, position: Position): Problem {
  const [reason, hint] = isCurrent
    ? [`the type opts out in ${id}`, `declare the type in this project`]
    : [
        `an earlier release of codegen generated ${names.schema(name)} in ${id}`,
        `run this release of codegen in ${id}, and install the result`,
      ];
  return {
    ...openapiProblems.is("openapi/no-definition"),
    message: `${name} has no OpenAPI definition: ${reason}`,
    hint,
    position,
  };
}

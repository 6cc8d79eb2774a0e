import { typeById } from "../../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../../../engine/model/universe.js";
import { InputError } from "../../failure.js";

/**
 * Checks that a controller can set conditions in the status of a kind.
 * @throws InputError if the type of the status does not allow conditions
 */
export function checkStatus(universe: Universe, kind: TypeDeclaration): void {
  const status = fieldOf(kind, "status");
  const declaration = status?.type.kind === "ref" ? typeById(universe, status.type.to) : undefined;
  const conditions = declaration === undefined ? undefined : fieldOf(declaration, "conditions");
  if (conditions !== undefined && isListOfConditions(conditions.type)) return;
  const { file, line, column } = (conditions ?? declaration ?? kind).position;
  const at = `${file}:${line}:${column}`;
  if (conditions !== undefined)
    throw new InputError(`${at}: the type of status.conditions of ${kind.name} must be a list of Condition of @apimachinery/runtime, which controllers set. Write
  conditions?: Condition[];`);
  const place = declaration?.name ?? `a property status of ${kind.name}`;
  throw new InputError(`${at}: ${kind.name} has no status.conditions, in which a controller reports its results. Import Condition from @apimachinery/runtime, and add to ${place}:
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];`);
}

function fieldOf({ shape }: TypeDeclaration, name: string): Field | undefined {
  return shape.kind === "object" ? shape.fields.find((field) => field.name === name) : undefined;
}

function isListOfConditions(type: Type): boolean {
  return type.kind === "list" && type.element.kind === "ref" && type.element.to === "@apimachinery/runtime#Condition";
}

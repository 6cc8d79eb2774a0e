import { addMarker, remedy, remedyAs, removeMarker, type Remedy } from "../../../engine/base/fix.js";
import { isScalar, objectOf } from "../../../engine/model/lookup.js";
import type { Field, Type, Universe } from "../../../engine/model/universe.js";
import type { Position } from "../../../engine/base/problem.js";
import { isListMeta, type ApiRule, type RuleFinding, type CheckedObject } from "./rule.js";

const names: ReadonlySet<string> = new Set(["listType", "k8s:listType"]);

/**
 * Rule: a property with a list must have `+listType`, except the property `items` of a list of
 * kinds, which must not have it.
 */
export const listTypeMissing: ApiRule = {
  name: "list_type_missing",
  code: "openapi/list-type-missing",
  check: (subject) => subject.own.flatMap((field) => checkList(subject, field)),
};

function checkList({ universe, name, shape }: CheckedObject, field: Field): readonly RuleFinding[] {
  const { type, position } = field;
  // As in Go, only inline lists are checked, because an alias of a list can have the marker itself.
  if (type.kind !== "list") return [];
  const marker = field.markers.find((found) => names.has(found.name) && found.then === undefined);
  const common = { field: field.name, position };
  const isOfKinds = field.name === "items" && shape.fields.some((other) => isListMeta(other.type));
  if (isOfKinds) {
    if (marker === undefined) return [];
    const message = `the items of ${name} are objects of a kind, so +${marker.name} has no effect`;
    return [{ ...common, message, ...remedy(removeMarker(marker)) }];
  }
  if (marker !== undefined) return [];
  const message = `the list ${name}.${field.name} has no +listType: clients need it to merge changes of the list`;
  return [{ ...common, message, ...listTypes(universe, type.element, position) }];
}

/** Returns fixes that add the list types that are possible for the item type. */
function listTypes(universe: Universe, element: Type, position: Position): Remedy {
  const atomic = addMarker(position, "+listType=atomic");
  if (isScalar(universe, element)) return remedy(atomic, addMarker(position, "+listType=set"));
  const keyed = "or +listType=map and +listMapKey=<property>, if a property identifies the items";
  return objectOf(universe, element) === undefined ? remedy(atomic) : remedyAs(`${atomic.text}\n${keyed}`, atomic);
}

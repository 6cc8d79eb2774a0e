import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, Shape, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { patchArgument, patchArguments } from "../markers/patch.js";

/**
 * Keys of the lists in a type, for the property `listKeys` of an entry in `Kinds`. `kind` is the
 * name of the partial template that prints it.
 */
export type ListKeysView =
  | { readonly kind: "object"; readonly fields: readonly { readonly name: string; readonly keys: ListKeysView }[] }
  /**
   * A list whose items are identified by keys. `within` contains the keys of the lists inside the
   * items.
   */
  | { readonly kind: "list"; readonly keys: readonly string[]; readonly within?: ListKeysView };

/** Returns the keys of all lists in a kind; undefined if no list has keys. */
export function listKeysOf(universe: Universe, { shape, id }: TypeDeclaration): ListKeysView | undefined {
  return shape.kind === "object" ? new ListKeys(universe, id).ofFields(shape.fields) : undefined;
}

/**
 * Maximum number of type visits for one kind. A type is visited once for each path to it, and the
 * number of paths can be exponential. No kind of Kubernetes has 500 visits. After the maximum,
 * further lists are treated as lists without keys.
 */
const maxVisits = 10_000;

class ListKeys {
  readonly #universe: Universe;
  /**
   * Types that contain the current type. A recursive type is not entered again, because its keys
   * would be infinite.
   */
  readonly #outer: Set<TypeId>;
  #visits = 0;

  constructor(universe: Universe, root: TypeId) {
    this.#universe = universe;
    this.#outer = new Set([root]);
  }

  ofFields(fields: readonly Field[]): ListKeysView | undefined {
    const found = fields.flatMap(({ name, type, markers }) => {
      const keys = this.#ofType(type, markers);
      return keys === undefined ? [] : [{ name, keys }];
    });
    return found.length === 0 ? undefined : { kind: "object", fields: found };
  }

  #ofType(type: Type, markers: readonly Marker[]): ListKeysView | undefined {
    switch (type.kind) {
      case "list":
        return this.#ofList(type.element, keysOf(markers));
      case "map":
        return this.#ofType(type.value, []);
      case "ref":
        return this.#ofDeclaration(type.to, markers);
      case "embedded":
        return this.#ofDeclaration(type.of, []);
      default:
        return undefined;
    }
  }

  #ofList(element: Type, keys: readonly string[]): ListKeysView | undefined {
    const within = this.#ofType(element, []);
    if (keys.length > 0) return { kind: "list", keys, ...(within === undefined ? {} : { within }) };
    return within?.kind === "list" ? undefined : within;
  }

  #ofDeclaration(id: TypeId, markers: readonly Marker[]): ListKeysView | undefined {
    const declaration = typeById(this.#universe, id);
    if (declaration === undefined || this.#outer.has(id) || ++this.#visits > maxVisits) return undefined;
    this.#outer.add(id);
    // Markers of a field have precedence over markers of its type.
    const keys = this.#ofShape(declaration.shape, saysList(markers) ? markers : declaration.markers);
    this.#outer.delete(id);
    return keys;
  }

  #ofShape(shape: Shape, markers: readonly Marker[]): ListKeysView | undefined {
    switch (shape.kind) {
      case "object":
        return this.ofFields(shape.fields);
      case "alias":
        return this.#ofType(shape.of, markers);
      case "union":
        return united(shape.members.map(({ type }) => this.#ofDeclaration(type, [])));
      case "opaque":
        return undefined;
    }
  }
}

/** Returns the list keys of the fields of all members of a union; undefined if no field has any. */
function united(members: readonly (ListKeysView | undefined)[]): ListKeysView | undefined {
  const fields = new Map(
    members.flatMap((member) => (member?.kind === "object" ? member.fields : [])).map((field) => [field.name, field]),
  );
  return fields.size === 0 ? undefined : { kind: "object", fields: [...fields.values()] };
}

function saysList(markers: readonly Marker[]): boolean {
  return patchArgument(markers, "listType") !== undefined || keysOf(markers).length > 0;
}

/**
 * Returns the names of the properties that identify the items of a list in server-side apply.
 * Returns an empty list if the items have no keys.
 */
function keysOf(markers: readonly Marker[]): readonly string[] {
  const listType = patchArgument(markers, "listType");
  if (listType !== undefined) return listType === "map" ? patchArguments(markers, "listMapKey") : [];
  return patchArgument(markers, "patchStrategy")?.split(",").includes("merge") === true
    ? patchArguments(markers, "patchMergeKey")
    : [];
}

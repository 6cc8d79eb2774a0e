import { isObject } from "../../json/values.js";
import type { JSONObject, JSONValue } from "../../values/types.js";
import { entryKey } from "../fieldpath/set-node.js";
import { pathElementToString, type PathElement } from "../fieldpath/path-element.js";
import { deduceAtom, invalidAtom, printWrapped, unresolved } from "./kinds.js";
import { fieldTypeOf, resolveType, type ListType, type MapType, type TypedSchema, type TypeRef } from "./schema.js";
import { listSearch } from "./list-search.js";
import { scalarProblem } from "./validate-scalar.js";
import { Walker } from "./walker.js";

/** Reports whether values of a type can be or contain associative lists. */
const hasAssociativeList = listSearch((list) => list.elementRelationship === "associative");

/**
 * Finds the fields and items of a value that do not fit their types. Source:
 * `typed.TypedValue.Validate`.
 */
export class TypeChecker extends Walker {
  constructor(
    schema: TypedSchema,
    readonly allowDuplicates: boolean,
    /**
     * True if a decoder has checked the types. Only the items of associative lists are then
     * checked, and values without such lists are skipped.
     */
    readonly isDecoded: boolean,
  ) {
    super(schema);
  }

  validate(ref: TypeRef, value: JSONValue): void {
    if (this.isDecoded && !hasAssociativeList(this.schema, ref)) return;
    const atom = resolveType(this.schema, ref);
    if (atom === undefined) {
      this.report(unresolved(ref));
      return;
    }
    const { map, scalar, list } = deduceAtom(atom, value);
    if (map !== undefined) this.#validateMap(map, value);
    else if (scalar !== undefined) this.#reportIf(scalarProblem(scalar, value));
    else if (list !== undefined) this.#validateList(list, value);
    else this.report(invalidAtom(ref));
  }

  #validateMap(type: MapType, value: JSONValue): void {
    if (value === null) return;
    if (isObject(value)) this.#validateEntries(type, value);
    else this.report(`expected map, got ${printWrapped(value)}`);
  }

  #validateEntries(type: MapType, map: JSONObject): void {
    for (const fieldName of Object.keys(map)) {
      const ref = fieldTypeOf(type, fieldName);
      this.path.push({ fieldName });
      const isDeclared = this.isDecoded || !ref.isEmpty || type.fields.has(fieldName);
      if (isDeclared) this.validate(ref, map[fieldName] as JSONValue);
      else this.report("field not declared in schema");
      this.path.pop();
      // As in Go, only the first undeclared field of a map is reported.
      if (!isDeclared) return;
    }
  }

  #validateList(type: ListType, value: JSONValue): void {
    if (value === null) return;
    if (!Array.isArray(value)) {
      this.report(`expected list, got ${printWrapped(value)}`);
      return;
    }
    const observed = new Set<string>();
    for (const [index, item] of value.entries()) {
      const element = this.#elementOf(type, index, item, observed);
      // As in Go, the items after an item without a path element are not checked.
      if (element === undefined) return;
      this.path.push(element);
      this.validate(type.elementType, item);
      this.path.pop();
    }
  }

  #elementOf(type: ListType, index: number, item: JSONValue, observed: Set<string>): PathElement | undefined {
    if (type.elementRelationship !== "associative") return { index };
    const element = this.itemElement(type, index, item);
    if (element === undefined) return undefined;
    const key = entryKey(element);
    if (observed.has(key) && !this.allowDuplicates)
      this.report(`duplicate entries for key ${pathElementToString(element)}`);
    observed.add(key);
    return element;
  }

  #reportIf(message: string | undefined): void {
    if (message !== undefined) this.report(message);
  }
}

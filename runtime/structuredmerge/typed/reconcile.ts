import { deduced } from "./schema-of-schemas.js";
import { FieldSet } from "../fieldpath/field-set.js";
import type { PathElement } from "../fieldpath/path-element.js";
import { recursiveDifferenceOf, unionOfSets } from "../fieldpath/set-algebra.js";
import { withPath } from "../fieldpath/set-builder.js";
import { emptyNode, sortedEntries, type SetEntry, type SetNode } from "../fieldpath/set-node.js";
import { invalidAtom } from "./kinds.js";
import { resolveType, type Atom, type ListType, type MapType, type TypedSchema, type TypeRef } from "./schema.js";
import { schemaTypeOf } from "./schema-type.js";
import type { TypedValue } from "./typed-value.js";
import { ValidationErrors, type ValidationError } from "./validation-errors.js";

/**
 * Adapts a set of fields to later changes of the schema. A list or map that has become atomic
 * becomes one field. A list or map that was atomic before remains one field. Returns undefined if
 * nothing changes. Source: `typed.ReconcileFieldSetWithSchema`.
 *
 * @throws Error if the schema lacks a type
 */
export function reconcileFieldSetWithSchema(set: FieldSet, value: TypedValue): FieldSet | undefined {
  const { schema, ref } = schemaTypeOf(value.type);
  const reconciler = new Reconciler(schema);
  reconciler.reconcile(ref, set.node, false);
  const { errors, atomic } = reconciler;
  if (errors.length > 0)
    throw new Error(`errors reconciling field set with schema: ${new ValidationErrors(errors).message}`);
  return atomic === undefined
    ? undefined
    : FieldSet.ofNode(unionOfSets(recursiveDifferenceOf(set.node, atomic), atomic));
}

class Reconciler {
  readonly errors: ValidationError[] = [];
  /** The paths of lists and maps that have become atomic. */
  atomic: SetNode | undefined;
  readonly #path: PathElement[] = [];
  readonly #owner = {};

  constructor(readonly schema: TypedSchema) {}

  /** @param isAtomic true if the set contains the path itself, but no paths below it */
  reconcile(ref: TypeRef, fields: SetNode | undefined, isAtomic: boolean): void {
    const atom = resolveType(this.schema, ref);
    if (atom === undefined) this.#fail(`could not resolve ${ref.namedType ?? "inlined type"}`);
    else this.#reconcileAtom(atom, ref, fields, isAtomic);
  }

  #reconcileAtom({ map, scalar, list }: Atom, ref: TypeRef, fields: SetNode | undefined, isAtomic: boolean): void {
    if (map !== undefined) this.#reconcileMap(map, fields, isAtomic);
    else if (scalar === undefined && list === undefined) this.#fail(invalidAtom(ref));
    else if (scalar === undefined && list !== undefined) this.#reconcileList(list, fields, isAtomic);
  }

  #fail(message: string): void {
    this.errors.push({ path: "", message });
  }

  #reconcileList(type: ListType, fields: SetNode | undefined, isAtomic: boolean): void {
    if (!isAtomic && type.elementRelationship === "atomic") this.#becomesAtomic();
    else if (fields !== undefined) this.#descend(fields, () => type.elementType);
  }

  #reconcileMap(type: MapType, fields: SetNode | undefined, isAtomic: boolean): void {
    if (isDeduced(type)) return;
    if (!isAtomic && type.elementRelationship === "atomic") {
      if (fields !== undefined && fields.entries.size > 0) this.#becomesAtomic();
    } else if (fields !== undefined) {
      this.#descend(fields, (element) => fieldType(type, element));
    }
  }

  #becomesAtomic(): void {
    this.atomic = withPath(this.atomic ?? emptyNode, this.#path, this.#owner);
  }

  /**
   * Visits the elements of a node.
   *
   * @param typeOf returns the type of an element; undefined if the schema does not have the element
   */
  #descend(fields: SetNode, typeOf: (element: PathElement) => TypeRef | undefined): void {
    const visit = ({ element, member, child }: SetEntry): void => {
      const ref = typeOf(element);
      if (ref === undefined) return;
      this.#path.push(element);
      this.reconcile(ref, child, member && child === undefined);
      this.#path.pop();
    };
    const entries = sortedEntries(fields);
    // Elements that are not members come first, because Go reports errors in this order.
    for (const entry of entries) if (!entry.member) visit(entry);
    for (const entry of entries) if (entry.member) visit(entry);
  }
}

function fieldType(type: MapType, element: PathElement): TypeRef | undefined {
  const ref = ("fieldName" in element ? type.fields.get(element.fieldName)?.type : undefined) ?? type.elementType;
  return ref.isEmpty ? undefined : ref;
}

/** Reports whether all fields of a map have unknown types. Source: `isUntypedDeducedMap`. */
function isDeduced({ elementType, hasFields }: MapType): boolean {
  if (hasFields) return false;
  if (elementType.namedType !== undefined) return elementType.namedType === deduced;
  return elementType.inlined.scalar === "untyped";
}

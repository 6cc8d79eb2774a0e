import { addPackageMarker, remedy } from "../../../engine/base/fix.js";
import { closure } from "../../../engine/util/closure.js";
import { once } from "../../../engine/util/once.js";
import { typeById } from "../../../engine/model/lookup.js";
import { innermost } from "../../../engine/model/type-parts.js";
import { referencesInType, referencesOfType } from "../../../engine/model/type-references.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { hasCEL, ruleData } from "../../type-schemas/rules.js";
import { validationProblems } from "../../problem-codes/validation.js";
import { hasStructuralSchema, maxTypes } from "../../../runtime/rules/structural.js";
import { TypeSchemas } from "../../type-schemas/type-schema.js";

/** Finds types with CEL rules: rules of the type itself, or of the types to which it refers. */
export class CELRules {
  readonly #universe: Universe;
  readonly #known = new Map<TypeId, boolean>();
  readonly #schemas: TypeSchemas;

  constructor(universe: Universe) {
    this.#universe = universe;
    this.#schemas = new TypeSchemas(universe);
  }

  /** Reports whether a type has CEL rules, but too many nested types for a structural schema. */
  isTooLarge(id: TypeId): boolean {
    return this.has(id) && !hasStructuralSchema(this.#schemas.of(id));
  }

  has(id: TypeId): boolean {
    let known = this.#known.get(id);
    if (known === undefined)
      this.#known.set(id, (known = [id, ...this.#reached(id)].some((each) => this.#hasOwn(each))));
    return known;
  }

  /** Returns warnings about CEL rules of nested types that validation does not evaluate. */
  unchecked(type: TypeDeclaration): readonly Problem[] {
    if (!this.has(type.id)) return [];
    const { name, shape, position } = type;
    if (this.#reached(type.id).has(type.id))
      return [
        unchecked(
          `of ${name} are not checked in values of ${name} that are nested in another value of ${name}`,
          position,
        ),
      ];
    if (shape.kind === "union") return this.#uncheckedOfUnion(name, position, shape.members);
    const fields = shape.kind === "object" ? shape.fields : [];
    return fields
      .filter(({ from, type: of }) => from === undefined && this.#hasRuledTuple(of))
      .map((field) => unchecked(`of the elements of ${name}.${field.name} are not checked`, field.position));
  }

  /**
   * Returns warnings about properties that several members of a union declare differently. Such a
   * property has no schema, so its CEL rules are not evaluated.
   */
  #uncheckedOfUnion(
    name: string,
    position: Problem["position"],
    members: readonly { readonly type: TypeId }[],
  ): readonly Problem[] {
    const fields = members.flatMap(({ type }) => fieldsOf(typeById(this.#universe, type)));
    const differing = new Set(
      fields
        .filter((field) => fields.some((other) => other.name === field.name && formOf(other) !== formOf(field)))
        .filter((field) => this.#isRuled(field.type, field.markers))
        .map((field) => field.name),
    );
    return [...differing].map((field) =>
      unchecked(
        `of ${field} in the members of ${name} are not checked, because the members declare the property differently`,
        position,
      ),
    );
  }

  #hasRuledTuple(type: Type): boolean {
    const inner = innermost(type);
    return inner.kind === "tuple" && this.#isRuled(inner, []);
  }

  #isRuled(type: Type, markers: Field["markers"]): boolean {
    return hasCEL(ruleData(markers)) || referencesInType(type).values.some((id) => this.has(id));
  }

  #hasOwn(id: TypeId): boolean {
    const type = typeById(this.#universe, id);
    return type !== undefined && hasOwn(type);
  }

  /** Returns the types to which a type refers, directly or through other types. */
  #reached(id: TypeId): ReadonlySet<TypeId> {
    const partsOfType = (of: TypeId) => partsOf(typeById(this.#universe, of));
    return closure(partsOfType(id), partsOfType);
  }
}

const hasOwn = once((type: TypeDeclaration): boolean =>
  [type, ...fieldsOf(type)].some(({ markers }) => hasCEL(ruleData(markers))),
);

function fieldsOf(type: TypeDeclaration | undefined): readonly Field[] {
  return type?.shape.kind === "object" ? type.shape.fields : [];
}

/** Returns a string of the facts in a property's declaration on which its schema depends. */
function formOf({ type, markers }: Field): string {
  return JSON.stringify([type, ruleData(markers)]);
}

/** Returns the types to which a type refers, except the types of map keys. */
function partsOf(type: TypeDeclaration | undefined): readonly TypeId[] {
  const { bases, values } = type === undefined ? { bases: [], values: [] } : referencesOfType(type);
  return [...bases, ...values];
}

/**
 * Returns the warning for a folder without schemas. It is reported at the folder's first type with
 * CEL rules.
 */
export function withoutSchema({ name, package: pkg, position }: TypeDeclaration): Problem {
  const wanted = "+k8s:schema-gen=true";
  return {
    ...unchecked(`of ${name} are not checked, because the type has no schema`, position),
    ...remedy(addPackageMarker(pkg, wanted, `add ${wanted} to ${pkg}/doc.ts`)),
  };
}

/**
 * Returns the error for a type whose CEL rules are not evaluated, because it has too many nested
 * types.
 */
export function tooLarge({ name, position }: TypeDeclaration): Problem {
  const most = maxTypes.toLocaleString("en");
  return {
    ...validationProblems.is("validation/too-many-types"),
    message: `the CEL rules of ${name} and its nested types would be checked more than ${most} times: the rules of a type are checked for each path to the type`,
    hint: "use a list instead of several properties of the same type, or write the rule as a function with +k8s:customValidation",
    position,
  };
}

/** Returns the warning that some CEL rules are published, but not evaluated. */
function unchecked(which: string, position: Problem["position"]): Problem {
  return {
    ...validationProblems.is("validation/unenforced-rule"),
    message: `the CEL rules ${which}`,
    hint: "the schema publishes the rules, but the server does not enforce them; write the rule as a function with +k8s:customValidation",
    position,
  };
}

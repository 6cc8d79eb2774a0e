import type { Field, Type, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { innermost } from "../../engine/model/type-parts.js";
import { referencesInType } from "../../engine/model/type-references.js";
import type { MarkerContext, Reader } from "./context.js";
import { mapKeyType, presentValue, propertyValue } from "./native.js";
import { constrainedPresence, listsValues } from "./crd/presence.js";
import type { FieldNode, TypeNode } from "./node.js";
import { impliedByAlias, presenceOf } from "./implied.js";
import { noValidations, rulesOnly, together, type Validations } from "./rule.js";
import { checkShape, mapOfLists } from "./shapes.js";

/**
 * Collects the root types and all types to which they refer, with the validation rules of these
 * types.
 */
export class Discovery {
  readonly nodes = new Map<TypeId, TypeNode>();
  readonly #reader: Reader;
  /**
   * Reports whether the run reads a type to which another type refers. If the type's function is
   * imported, or if its rules have no effect, the run records this.
   */
  readonly #isIncluded: (id: TypeId, from: TypeDeclaration, field: Field | undefined) => boolean;

  constructor(reader: Reader, isIncluded: (id: TypeId, from: TypeDeclaration, field: Field | undefined) => boolean) {
    this.#reader = reader;
    this.#isIncluded = isIncluded;
  }

  /**
   * Reads a type and all types to which it refers. Each type is read only once. Returns undefined
   * if the type does not exist.
   */
  discover(id: TypeId): TypeNode | undefined {
    const known = this.nodes.get(id);
    const declaration = typeById(this.#reader.universe, id);
    if (known !== undefined || declaration === undefined) return known;
    const node: TypeNode = {
      declaration,
      validations: noValidations,
      fields: [],
      bases: [],
      members: [],
      types: [],
    };
    this.nodes.set(id, node);
    const { shape } = declaration;
    const deferred: (() => void)[] = [];
    if (shape.kind === "object") this.#object(node, deferred);
    else if (shape.kind === "union") {
      for (const { type } of shape.members) if (this.#child(type, declaration)) node.members.push(type);
    } else if (shape.kind === "alias") this.#alias(node, shape.of);
    for (const run of deferred) run();
    const context = typeContext(declaration);
    const own = this.#reader.read(context, declaration.markers);
    mapOfLists(this.#reader, context, own);
    node.validations = resolve(together(node.validations, own));
    if (!node.validations.opaque) this.#inferType(node);
    return node;
  }

  /**
   * Adds the rules that the declaration of a type implies. For an alias, also adds the types to
   * which it refers, because their rules apply.
   */
  #inferType(node: TypeNode): void {
    const { declaration } = node;
    const { shape } = declaration;
    const infers = this.#reader.infers(declaration.package);
    if (shape.kind === "alias") {
      const isListed = listsValues(node.validations);
      const implied = infers && !isListed ? impliedByAlias(this.#reader.universe, declaration) : undefined;
      if (implied !== undefined) node.validations = together(node.validations, rulesOnly(implied));
      this.#addParts(node, shape.of, infers);
    } else if (shape.kind === "union" && infers) node.hasImplied = true;
  }

  #object(node: TypeNode, deferred: (() => void)[]): void {
    const { declaration } = node;
    if (declaration.shape.kind !== "object") return;
    for (const base of declaration.shape.bases) if (this.#child(base, declaration)) node.bases.push(base);
    const inherited = inheritedFrom(this.#reader, node.bases);
    for (const field of declaration.shape.fields) {
      if (field.from !== undefined && inherited.has(field.from)) continue;
      const child = this.#field(node, field);
      node.fields.push(child);
      deferred.push(() => {
        const [own, ofObject] = resolveByScope(child.validations);
        child.validations = own;
        node.validations = together(node.validations, ofObject);
      });
    }
  }

  #field({ declaration }: TypeNode, field: Field): FieldNode {
    const value = propertyValue(this.#reader.universe, field);
    const path = `${declaration.id}.${field.name}`;
    const context: MarkerContext = {
      scope: "struct fields",
      value,
      path,
      parent: { path: declaration.id, value: presentValue({ kind: "ref", to: declaration.id }) },
      owner: declaration,
      field,
    };
    const child: FieldNode = { field, value, validations: noValidations, types: [] };
    checkShape(this.#reader, field, declaration);
    this.#visit(field.type, declaration, field);
    child.validations = this.#reader.read(context, field.markers);
    mapOfLists(this.#reader, context, child.validations);
    const infers = this.#reader.infers(declaration.package);
    const { universe } = this.#reader;
    const presence =
      (infers ? presenceOf(universe, declaration, field) : undefined) ??
      constrainedPresence(universe, declaration, field, child.validations);
    if (presence !== undefined) child.presence = presence;
    if (child.validations.opaque) return child;
    const isImplied = infers && field.type.kind === "literals" && !listsValues(child.validations);
    if (isImplied) child.hasImplied = true;
    const id = declaredType(field.type);
    if (id === undefined) this.#addParts(child, field.type, infers);
    else if (this.nodes.has(id)) child.types.push(id);
    return child;
  }

  /**
   * Adds the declared types of map keys, map values and list items, because their rules also apply.
   */
  #addParts(node: Pick<FieldNode, "validations" | "types" | "hasImplied">, type: Type, infers: boolean): void {
    if (type.kind !== "list" && type.kind !== "map") return;
    const { opaqueKey, opaqueValue } = node.validations;
    const key = mapKeyType(this.#reader.universe, type);
    if (key?.kind === "ref" && !opaqueKey && this.nodes.has(key.to)) node.types.push(key.to);
    if (opaqueValue) return;
    // Items and values can be lists or maps themselves.
    const element = innermost(type);
    if (element.kind === "ref" && this.nodes.has(element.to)) node.types.push(element.to);
    if (element.kind === "literals" && infers) node.hasImplied = true;
  }

  #alias(node: TypeNode, of: Type): void {
    const { declaration } = node;
    checkShape(
      this.#reader,
      { type: of, position: declaration.position, name: declaration.name, markers: declaration.markers },
      declaration,
    );
    this.#visit(of, declaration, undefined);
    const id = declaredType(of);
    if (id !== undefined && this.nodes.has(id)) node.types.push(id);
  }

  /** Reads the declared types that occur in a type expression. */
  #visit(type: Type, from: TypeDeclaration, field: Field | undefined): void {
    const { keys, values } = referencesInType(type);
    for (const id of [...keys, ...values]) this.#child(id, from, field);
  }

  /**
   * Reads a type to which another type refers. Returns false if the type does not exist or the run
   * does not include it.
   */
  #child(id: TypeId, from: TypeDeclaration, field?: Field): boolean {
    if (!this.#isIncluded(id, from, field)) return false;
    return this.discover(id) !== undefined;
  }
}

/** Returns the context for the markers of a declared type. */
function typeContext(declaration: TypeDeclaration): MarkerContext {
  return {
    scope: "type definitions",
    value: presentValue({ kind: "ref", to: declaration.id }),
    path: declaration.id,
    owner: declaration,
  };
}

/** Returns the id of a value's declared type; undefined if the type has no declaration. */
function declaredType(type: Type): TypeId | undefined {
  return type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
}

/** Returns the base interfaces, at any depth, whose functions validate inherited properties. */
function inheritedFrom({ universe }: Reader, bases: readonly TypeId[]): ReadonlySet<TypeId> {
  const found = new Set<TypeId>();
  const add = (id: TypeId): void => {
    if (found.has(id)) return;
    found.add(id);
    const shape = typeById(universe, id)?.shape;
    if (shape?.kind === "object") shape.bases.forEach(add);
  };
  bases.forEach(add);
  return found;
}

/** Maximum nesting of deferred tasks. A task can return further tasks. */
const maxDepth = 10;

/**
 * Runs the deferred tasks of a type. The rules for the value and for the object that contains it
 * are combined.
 */
function resolve(validations: Validations): Validations {
  const [own, ofObject] = resolveByScope(validations);
  return together(own, ofObject);
}

/**
 * Runs deferred tasks.
 * @returns the rules of the value, and the rules of the object that contains the value
 */
function resolveByScope(validations: Validations): readonly [Validations, Validations] {
  const { deferred, ...rest } = validations;
  if (deferred.length === 0) return [validations, noValidations];
  let own: Validations = { ...rest, deferred: [] };
  let ofObject = noValidations;
  let waiting = deferred;
  for (let depth = 0; waiting.length > 0 && depth < maxDepth; depth++) {
    const next: (typeof deferred)[number][] = [];
    for (const { scope, run } of waiting) {
      const found = run();
      next.push(...found.deferred);
      if (scope === "this") own = together(own, { ...found, deferred: [] });
      else ofObject = together(ofObject, { ...found, deferred: [] });
    }
    waiting = next;
  }
  return [own, ofObject];
}

import type { Field, PackageId, Type, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/base/problem.js";
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
import type { ListMetadata } from "./shared.js";

/**
 * An effect of the markers of a type on the run: a problem, a regular expression, the name of a
 * hand-written function, or a type to which the type refers.
 */
export type Effect =
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "pattern"; readonly position: Position }
  | { readonly kind: "function"; readonly name: string }
  | { readonly kind: "child"; readonly id: TypeId; readonly field?: Field | undefined };

/**
 * The rules of a type, and all effects of reading the rules, in their order. Rules and effects do
 * not depend on the type from which the search has reached this type. So a later reading only
 * repeats the effects, in this run and in runs in which all packages that the type can reach are
 * unchanged.
 */
export interface Reading {
  readonly node: TypeNode;
  readonly effects: readonly Effect[];
  /** Properties of lists, by the path of the list: the type itself, or a field. */
  readonly lists: readonly (readonly [string, ListMetadata])[];
  readonly isOpaque: boolean;
  /** Value of `checksPatterns` at the reading; absent for a type without regular expressions. */
  readonly checksPatterns?: boolean;
}

/** Returns the valid readings of a package's types. New readings are added to this map. */
export type Readings = (pkg: PackageId) => Map<TypeId, Reading>;

/** The part of a run that a discovery changes. */
export interface DiscoveryTarget {
  /**
   * Reports whether the rules of a type to which the type `from` refers are read. They are not read
   * if an npm package exports no function for the type. If `from` implies rules, they are also not
   * read if validation of the type's package is disabled.
   */
  readonly isIncluded: (id: TypeId, from: TypeDeclaration, field: Field | undefined) => boolean;
  readonly apply: (effect: Exclude<Effect, { readonly kind: "child" }>) => void;
  readonly readings: Readings;
  /** Reports whether the implementation of regular expressions is installed. */
  readonly checksPatterns: () => boolean;
}

/**
 * Collects the root types and all types to which they refer, with the validation rules of these
 * types.
 */
export class Discovery {
  readonly nodes = new Map<TypeId, TypeNode>();
  readonly #reader: Reader;
  readonly #target: DiscoveryTarget;
  /** Effects of the type that is being read. */
  #effects: Effect[] = [];

  constructor(reader: Reader, target: DiscoveryTarget) {
    this.#reader = reader;
    this.#target = target;
  }

  /** Applies an effect, and records it for the type that is being read. */
  effect(effect: Exclude<Effect, { readonly kind: "child" }>): void {
    this.#effects.push(effect);
    this.#target.apply(effect);
  }

  /**
   * Reads a type and all types to which it refers. Each type is read only once. Returns undefined
   * if the type does not exist.
   */
  discover(id: TypeId): TypeNode | undefined {
    const known = this.nodes.get(id);
    const declaration = typeById(this.#reader.universe, id);
    if (known !== undefined || declaration === undefined) return known;
    const readings = this.#target.readings(declaration.package);
    const reading = readings.get(id);
    if (reading !== undefined && this.#isCurrent(reading)) return this.#repeat(reading);
    const outer = this.#effects;
    const effects: Effect[] = [];
    this.#effects = effects;
    const node = this.#read(declaration);
    this.#effects = outer;
    const { lists, opaque } = this.#reader.shared;
    const paths = [id, ...node.fields.map(({ field }) => `${id}.${field.name}`)];
    readings.set(id, {
      node,
      effects,
      lists: paths.flatMap((path) => {
        const list = lists.get(path);
        return list === undefined ? [] : [[path, list] as const];
      }),
      isOpaque: opaque.has(id),
      ...(effects.some(({ kind }) => kind === "pattern") ? { checksPatterns: this.#target.checksPatterns() } : {}),
    });
    return node;
  }

  #isCurrent({ checksPatterns }: Reading): boolean {
    return checksPatterns === undefined || checksPatterns === this.#target.checksPatterns();
  }

  /** Takes over the rules of a type from an earlier run, with the same effects. */
  #repeat({ node, effects, lists, isOpaque }: Reading): TypeNode {
    const { declaration } = node;
    this.nodes.set(declaration.id, node);
    for (const effect of effects) {
      if (effect.kind !== "child") this.#target.apply(effect);
      else if (this.#target.isIncluded(effect.id, declaration, effect.field)) this.discover(effect.id);
    }
    for (const [path, list] of lists) this.#reader.shared.lists.set(path, list);
    if (isOpaque) this.#reader.shared.opaque.add(declaration.id);
    return node;
  }

  #read(declaration: TypeDeclaration): TypeNode {
    const node: TypeNode = {
      declaration,
      validations: noValidations,
      fields: [],
      bases: [],
      members: [],
      types: [],
    };
    this.nodes.set(declaration.id, node);
    const { shape } = declaration;
    const deferred: (() => void)[] = [];
    let parts: readonly TypeId[] = [];
    if (shape.kind === "object") this.#object(node, deferred);
    else if (shape.kind === "union") {
      for (const { type } of shape.members) if (this.#child(type, declaration)) node.members.push(type);
    } else if (shape.kind === "alias") parts = this.#alias(node, shape.of);
    for (const run of deferred) run();
    const context = typeContext(declaration);
    const own = this.#reader.read(context, declaration.markers);
    mapOfLists(this.#reader, context, own);
    node.validations = resolve(together(node.validations, own));
    if (!node.validations.opaque) this.#inferType(node, parts);
    return node;
  }

  /**
   * Adds the rules that the declaration of a type implies. For an alias, also adds the types to
   * which it refers, because their rules apply.
   * @param parts types to which the alias refers, and which are read
   */
  #inferType(node: TypeNode, parts: readonly TypeId[]): void {
    const { declaration } = node;
    const { shape } = declaration;
    const infers = this.#reader.infers(declaration.package);
    if (shape.kind === "alias") {
      const isListed = listsValues(node.validations);
      const implied = infers && !isListed ? impliedByAlias(this.#reader.universe, declaration) : undefined;
      if (implied !== undefined) node.validations = together(node.validations, rulesOnly(implied));
      this.#addParts(node, shape.of, infers, parts);
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
    const parts = this.#visit(field.type, declaration, field);
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
    if (id === undefined) this.#addParts(child, field.type, infers, parts);
    else if (parts.includes(id)) child.types.push(id);
    return child;
  }

  /**
   * Adds the declared types of map keys, map values and list items, because their rules also apply.
   */
  #addParts(
    node: Pick<FieldNode, "validations" | "types" | "hasImplied">,
    type: Type,
    infers: boolean,
    parts: readonly TypeId[],
  ): void {
    if (type.kind !== "list" && type.kind !== "map") return;
    const { opaqueKey, opaqueValue } = node.validations;
    const key = mapKeyType(this.#reader.universe, type);
    if (key?.kind === "ref" && !opaqueKey && parts.includes(key.to)) node.types.push(key.to);
    if (opaqueValue) return;
    // Items and values can be lists or maps themselves.
    const element = innermost(type);
    if (element.kind === "ref" && parts.includes(element.to)) node.types.push(element.to);
    if (element.kind === "literals" && infers) node.hasImplied = true;
  }

  #alias(node: TypeNode, of: Type): readonly TypeId[] {
    const { declaration } = node;
    checkShape(
      this.#reader,
      { type: of, position: declaration.position, name: declaration.name, markers: declaration.markers },
      declaration,
    );
    const parts = this.#visit(of, declaration, undefined);
    const id = declaredType(of);
    if (id !== undefined && parts.includes(id)) node.types.push(id);
    return parts;
  }

  /** Reads the declared types that occur in a type expression, and returns those that were read. */
  #visit(type: Type, from: TypeDeclaration, field: Field | undefined): readonly TypeId[] {
    const { keys, values } = referencesInType(type);
    return [...keys, ...values].filter((id) => this.#child(id, from, field));
  }

  /**
   * Reads a type to which another type refers. Returns false if the type does not exist or the run
   * does not include it.
   */
  #child(id: TypeId, from: TypeDeclaration, field?: Field): boolean {
    this.#effects.push({ kind: "child", id, field });
    if (!this.#target.isIncluded(id, from, field)) return false;
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

import type { Field, Type, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import type { MarkerContext, Reader } from "./context.js";
import { elementType, mapKeyType, presentValue, propertyValue } from "./native.js";
import { constrainedPresence, listsValues } from "./crd/presence.js";
import type { FieldNode, Iteration, TypeNode } from "./node.js";
import { impliedByAlias, impliedRule, presenceOf, type Implied } from "./implied.js";
import {
  noValidations,
  alwaysRun,
  rulesOnly,
  together,
  type CheckRule,
  type Validations,
  type Variable,
} from "./rule.js";
import { orderStrings } from "../../engine/base/problem.js";
import { checkShape, mapOfLists } from "./shapes.js";
import { forEachKey, forEachVal } from "./tags/each.js";

/** Collects the root types and all types to which they refer, with the rules of these types. */
export class Discovery {
  readonly nodes = new Map<TypeId, TypeNode>();
  readonly #reader: Reader;
  /**
   * Reports whether functions for the type's package are generated, or another package exports
   * them.
   */
  readonly #isIncluded: (id: TypeId, from: TypeDeclaration, field: Field | undefined) => boolean;

  constructor(reader: Reader, isIncluded: (id: TypeId, from: TypeDeclaration, field: Field | undefined) => boolean) {
    this.#reader = reader;
    this.#isIncluded = isIncluded;
  }

  /** Reads a type and all types to which it refers. Each type is read only once. */
  discover(id: TypeId): TypeNode | undefined {
    const known = this.nodes.get(id);
    const declaration = typeById(this.#reader.universe, id);
    if (known !== undefined || declaration === undefined) return known;
    const node: TypeNode = {
      declaration,
      value: presentValue({ kind: "ref", to: id }),
      referenced: false,
      validations: noValidations,
      fields: [],
      bases: [],
      members: [],
    };
    this.nodes.set(id, node);
    const { shape } = declaration;
    const deferred: (() => void)[] = [];
    if (shape.kind === "object") this.#object(node, deferred);
    else if (shape.kind === "union") {
      for (const member of shape.members) if (this.#child(member.type, declaration)) node.members.push(member);
    } else if (shape.kind === "alias") this.#alias(node, shape.of);
    for (const run of deferred) run();
    const context = typeContext(declaration);
    const own = this.#reader.read(context, declaration.markers);
    mapOfLists(this.#reader, context, own);
    node.validations = resolve(together(node.validations, own));
    if (!node.validations.opaque) this.#inferType(node, context.path);
    return node;
  }

  /**
   * Adds the rules that follow from the declaration of a type itself. For an alias, adds the rules
   * of the types to which it refers.
   */
  #inferType(node: TypeNode, path: string): void {
    const { declaration } = node;
    const { shape, name } = declaration;
    const infers = this.#reader.infers(declaration.package);
    if (shape.kind === "alias") {
      const isListed = listsValues(node.validations);
      const implied = infers && !isListed ? impliedByAlias(this.#reader.universe, declaration) : undefined;
      if (implied !== undefined) node.validations = together(node.validations, validationsOf(implied));
      this.#iterations(node, path, shape.of, node.validations, `symbolsFor${name}`, declaration);
    } else if (shape.kind === "union" && infers) {
      const variable: Variable = {
        kind: "symbols",
        name: `discriminatorsOf${name}`,
        values: shape.members.map(({ value }) => value).sort(orderStrings),
      };
      node.discriminatorValues = variable.name;
      node.validations = together(node.validations, { ...noValidations, variables: [variable] });
    }
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
    const child: FieldNode = { field, value, validations: noValidations };
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
    const symbols = `symbolsFor${declaration.name}_${field.name.replace(/\W/g, "_")}`;
    const implied = infers && !listsValues(child.validations) ? impliedRule(field.type, symbols) : undefined;
    if (implied !== undefined) {
      child.implied = implied.rule;
      child.validations = together(child.validations, { ...noValidations, variables: [implied.variable] });
    }
    const id = declaredType(field.type);
    if (id !== undefined && this.nodes.has(id)) child.type = id;
    if (id === undefined) this.#iterations(child, path, field.type, child.validations, symbols, declaration);
    return child;
  }

  /** Adds the rules that call the validation functions of map keys, map values and list items. */
  #iterations(
    node: { validations: Validations; keys?: Iteration; values?: Iteration },
    path: string,
    type: Type,
    { opaqueKey, opaqueValue }: Validations,
    symbols: string,
    owner: TypeDeclaration,
  ): void {
    if (type.kind !== "list" && type.kind !== "map") return;
    const key = mapKeyType(this.#reader.universe, type);
    if (key?.kind === "ref" && !opaqueKey && this.nodes.has(key.to)) {
      const [found] = forEachKey(key, rulesOnly(alwaysRun({ kind: "type", id: key.to }))).rules;
      if (found !== undefined) node.keys = { types: [key.to], isOwn: false, rule: found };
    }
    const element = opaqueValue ? undefined : this.#elementRule(type, symbols, owner);
    if (element === undefined) return;
    const { variable, types, inner } = element;
    const [found] = forEachVal(this.#reader, path, type, rulesOnly(inner)).rules;
    if (found !== undefined) node.values = { types, isOwn: variable !== undefined, rule: found };
    if (variable !== undefined)
      node.validations = together(node.validations, { ...noValidations, variables: [variable] });
  }

  /**
   * Returns the rule for the items of a list or the values of a map. The items and values can be
   * lists and maps again.
   */
  #elementRule(type: Type, symbols: string, owner: TypeDeclaration): ElementRule | undefined {
    const { universe } = this.#reader;
    const element = type.kind === "list" ? type.element : type.kind === "map" ? type.value : undefined;
    if (element === undefined) return undefined;
    const id = declaredType(element);
    if (id !== undefined)
      return this.nodes.has(id) ? { types: [id], inner: alwaysRun({ kind: "type", id }) } : undefined;
    const implied = this.#reader.infers(owner.package) ? impliedRule(element, symbols) : undefined;
    if (implied !== undefined) return { types: [], inner: implied.rule, variable: implied.variable };
    const within = this.#elementRule(element, symbols, owner);
    const of = elementType(universe, element);
    if (within === undefined || of === undefined) return undefined;
    const kind = element.kind === "list" ? "eachItem" : "eachValue";
    return { ...within, inner: alwaysRun({ kind, element: presentValue(of), inner: within.inner }) };
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
    if (id !== undefined && this.nodes.has(id)) node.alias = id;
  }

  /** Reads the declared types that occur in a type expression. */
  #visit(type: Type, from: TypeDeclaration, field: Field | undefined): void {
    switch (type.kind) {
      case "ref":
        this.#child(type.to, from, field);
        return;
      case "embedded":
        this.#child(type.of, from, field);
        return;
      case "list":
        this.#visit(type.element, from, field);
        return;
      case "map":
        if (type.key !== undefined) this.#child(type.key, from, field);
        this.#visit(type.value, from, field);
        return;
      case "tuple":
        for (const element of type.elements) this.#visit(element, from, field);
        return;
      case "scalar":
      case "literals":
    }
  }

  /**
   * Reads a type to which another type refers. Returns false if the run does not include this type.
   */
  #child(id: TypeId, from: TypeDeclaration, field?: Field): boolean {
    if (!this.#isIncluded(id, from, field)) return false;
    const node = this.discover(id);
    if (node !== undefined) node.referenced = true;
    return node !== undefined;
  }
}

/** Rule for the items of a list. The rule has an effect only if one of `types` has rules. */
interface ElementRule {
  readonly types: readonly TypeId[];
  readonly inner: CheckRule;
  readonly variable?: Variable;
}

function validationsOf({ rule: implied, variable }: Implied): Validations {
  return { ...noValidations, rules: [implied], variables: [variable] };
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

/** Returns the id of a value's declared type; undefined for an anonymous type. */
function declaredType(type: Type): TypeId | undefined {
  return type.kind === "ref" ? type.to : undefined;
}

/** Returns the base interfaces at any depth whose functions validate inherited properties. */
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

/** Maximum nesting of deferred tasks. A task can return further deferred tasks. */
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
function resolveByScope({ deferred, ...rest }: Validations): readonly [Validations, Validations] {
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

import { dyn, isDyn, isDynOrError, isSame, list, map, metaType, nullType, opaque, typeOf, type Type } from "./type.js";

/** The types that type parameters have. A wrong assumption is taken back. */
export class Bindings {
  readonly #types = new Map<string, Type>();
  readonly #log: { readonly name: string; readonly before: Type | undefined }[] = [];
  #variables = 0;

  /** Returns a new type parameter. */
  variable(): Type {
    return { kind: "param", name: `_var${String(this.#variables++)}`, parameters: [] };
  }

  /** Reports whether values of a type are values of another one, and binds type parameters. */
  isAssignable(from: Type, to: Type): boolean {
    return this.areAssignable([from], [to]);
  }

  areAssignable(from: readonly Type[], to: readonly Type[]): boolean {
    const start = this.#log.length;
    const isRight = this.#areAssignable(from, to);
    if (!isRight) this.#takeBack(start);
    this.#log.length = 0;
    return isRight;
  }

  /** Returns a type with the types of its parameters. With `unbound`, it replaces the others. */
  substitute(type: Type, unbound?: Type): Type {
    const bound = this.#typeOf(type);
    if (bound !== undefined) return this.substitute(bound, unbound);
    if (type.kind === "param") return unbound ?? type;
    if (type.parameters.length === 0) return type;
    const [first = dyn, second = dyn, ...rest] = type.parameters.map((each) => this.substitute(each, unbound));
    switch (type.kind) {
      case "list":
        return list(first);
      case "map":
        return map(first, second);
      case "type":
        return typeOf(first);
      default:
        return opaque(type.name, ...[first, second, ...rest].slice(0, type.parameters.length));
    }
  }

  #typeOf({ kind, name }: Type): Type | undefined {
    return kind === "param" ? this.#types.get(name) : undefined;
  }

  #bind({ name }: Type, type: Type): void {
    this.#log.push({ name, before: this.#types.get(name) });
    this.#types.set(name, type);
  }

  #takeBack(start: number): void {
    for (const { name, before } of this.#log.splice(start).toReversed()) {
      if (before === undefined) this.#types.delete(name);
      else this.#types.set(name, before);
    }
  }

  #areAssignable(from: readonly Type[], to: readonly Type[]): boolean {
    return from.length === to.length && from.every((each, index) => this.#isAssignable(each, to[index] as Type));
  }

  #isAssignable(from: Type, to: Type): boolean {
    if (to.kind === "param") {
      const { isValid, isBound } = this.#binds(from, to);
      if (isValid || isBound) return isValid;
    }
    if (from.kind === "param") return this.#binds(to, from).isValid;
    if (isDynOrError(from) || isDynOrError(to)) return true;
    if (from.kind === "null") return acceptsNull(to);
    if (to.kind === "null") return acceptsNull(from);
    switch (from.kind) {
      case "type":
        return to.kind === "type";
      case "opaque":
      case "list":
      case "map":
        return from.kind === to.kind && from.name === to.name && this.#areAssignable(from.parameters, to.parameters);
      default:
        return from.kind === to.kind && from.name === to.name;
    }
  }

  /** Binds a type parameter to a type, if it fits what the parameter is already. */
  #binds(type: Type, parameter: Type): { readonly isValid: boolean; readonly isBound: boolean } {
    if (isSame(type, parameter)) return { isValid: true, isBound: true };
    const bound = this.#typeOf(parameter);
    if (bound !== undefined) {
      if (isSame(type, bound)) return { isValid: true, isBound: true };
      if (!this.#isAssignable(type, bound)) return { isValid: false, isBound: true };
      const general = mostGeneral(type, bound);
      if (!this.#occurs(parameter, general)) this.#bind(parameter, general);
      return { isValid: true, isBound: true };
    }
    if (this.#occurs(parameter, type)) return { isValid: false, isBound: false };
    this.#bind(parameter, type);
    return { isValid: true, isBound: false };
  }

  #occurs(parameter: Type, within: Type): boolean {
    if (isSame(parameter, within)) return true;
    const bound = this.#typeOf(within);
    if (bound !== undefined) return this.#occurs(parameter, bound);
    return within.parameters.some((each) => this.#occurs(parameter, each));
  }
}

const nullableKinds: readonly Type["kind"][] = ["opaque", "struct", "any", "duration", "timestamp"];

function acceptsNull({ kind, isNullable }: Type): boolean {
  return kind === nullType.kind || isNullable === true || nullableKinds.includes(kind);
}

/** Returns the more general one of two types that fit together. */
export function mostGeneral(a: Type, b: Type): Type {
  return isEqualOrLessSpecific(a, b) ? a : b;
}

function isEqualOrLessSpecific(a: Type, b: Type): boolean {
  if (isDyn(a) || a.kind === "param") return true;
  if (isDyn(b) || b.kind === "param" || a.kind !== b.kind) return false;
  if (a.kind === metaType.kind) return true;
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((each, index) => isEqualOrLessSpecific(each, b.parameters[index] as Type))
  );
}

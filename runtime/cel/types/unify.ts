import { isDyn, isDynOrError, isSameType, metaType, nullType, type ExpressionType } from "./type.js";

/**
 * The types to which type parameters are bound. Bindings of a comparison that fails are removed.
 */
export class Bindings {
  readonly #types = new Map<string, ExpressionType>();
  readonly #log: { readonly name: string; readonly before: ExpressionType | undefined }[] = [];
  #variables = 0;

  /** Returns a new type parameter with a unique name. */
  variable(): ExpressionType {
    return { kind: "param", name: `_var${String(this.#variables++)}`, parameters: [] };
  }

  /**
   * Reports whether values of one type can be used as values of another type. Binds type
   * parameters.
   */
  isAssignable(from: ExpressionType, to: ExpressionType): boolean {
    return this.areAssignable([from], [to]);
  }

  areAssignable(from: readonly ExpressionType[], to: readonly ExpressionType[]): boolean {
    const start = this.#log.length;
    const isRight = this.#areAssignable(from, to);
    if (!isRight) this.#takeBack(start);
    this.#log.length = 0;
    return isRight;
  }

  /**
   * Returns a type in which bound type parameters are replaced by their types, and unbound type
   * parameters by `unbound`, if `unbound` is given.
   */
  substitute(type: ExpressionType, unbound?: ExpressionType): ExpressionType {
    const bound = this.#typeOf(type);
    if (bound !== undefined) return this.substitute(bound, unbound);
    if (type.kind === "param") return unbound ?? type;
    if (type.parameters.length === 0) return type;
    return { ...type, parameters: type.parameters.map((each) => this.substitute(each, unbound)) };
  }

  #typeOf({ kind, name }: ExpressionType): ExpressionType | undefined {
    return kind === "param" ? this.#types.get(name) : undefined;
  }

  #bind({ name }: ExpressionType, type: ExpressionType): void {
    this.#log.push({ name, before: this.#types.get(name) });
    this.#types.set(name, type);
  }

  #takeBack(start: number): void {
    for (const { name, before } of this.#log.splice(start).toReversed()) {
      if (before === undefined) this.#types.delete(name);
      else this.#types.set(name, before);
    }
  }

  #areAssignable(from: readonly ExpressionType[], to: readonly ExpressionType[]): boolean {
    return (
      from.length === to.length && from.every((each, index) => this.#isAssignable(each, to[index] as ExpressionType))
    );
  }

  #isAssignable(from: ExpressionType, to: ExpressionType): boolean {
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

  /**
   * Binds a type parameter to a type. `isValid` is false if the type does not fit an earlier
   * binding, or contains the parameter. `isBound` is true if the parameter had a binding before.
   */
  #binds(type: ExpressionType, parameter: ExpressionType): { readonly isValid: boolean; readonly isBound: boolean } {
    if (isSameType(type, parameter)) return { isValid: true, isBound: true };
    const bound = this.#typeOf(parameter);
    if (bound !== undefined) {
      if (isSameType(type, bound)) return { isValid: true, isBound: true };
      if (!this.#isAssignable(type, bound)) return { isValid: false, isBound: true };
      const general = mostGeneral(type, bound);
      if (!this.#occurs(parameter, general)) this.#bind(parameter, general);
      return { isValid: true, isBound: true };
    }
    if (this.#occurs(parameter, type)) return { isValid: false, isBound: false };
    this.#bind(parameter, type);
    return { isValid: true, isBound: false };
  }

  #occurs(parameter: ExpressionType, within: ExpressionType): boolean {
    if (isSameType(parameter, within)) return true;
    const bound = this.#typeOf(within);
    if (bound !== undefined) return this.#occurs(parameter, bound);
    return within.parameters.some((each) => this.#occurs(parameter, each));
  }
}

const nullableKinds: readonly ExpressionType["kind"][] = ["opaque", "struct", "any", "duration", "timestamp"];

function acceptsNull({ kind, isNullable }: ExpressionType): boolean {
  return kind === nullType.kind || isNullable === true || nullableKinds.includes(kind);
}

/** Returns the more general one of two types that are assignable to each other. */
export function mostGeneral(a: ExpressionType, b: ExpressionType): ExpressionType {
  return isEqualOrLessSpecific(a, b) ? a : b;
}

function isEqualOrLessSpecific(a: ExpressionType, b: ExpressionType): boolean {
  if (isDyn(a) || a.kind === "param") return true;
  if (isDyn(b) || b.kind === "param" || a.kind !== b.kind) return false;
  if (a.kind === metaType.kind) return true;
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((each, index) => isEqualOrLessSpecific(each, b.parameters[index] as ExpressionType))
  );
}

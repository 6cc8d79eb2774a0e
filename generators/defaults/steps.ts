import type {
  Field,
  FunctionDeclaration,
  Type,
  TypeDeclaration,
  TypeId,
  Universe,
} from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { printTypeId } from "../../engine/print/type.js";
import { propertyAccess } from "../../engine/print/render.js";
import { elementStep, fieldStep } from "./field-default.js";
import { isCovering } from "./functions.js";
import { blockOf, type DefaultingStep } from "./step.js";
import type { View } from "./view.js";

/** Functions that the statements of a file can call. */
export interface StepScope {
  readonly universe: Universe;
  readonly view: View;
  /** Returns the symbol of a hand-written function, and records the call of the function. */
  call(fn: FunctionDeclaration): Printable;
  /**
   * Returns the symbol of the generated function of a type. The function of a root type is
   * exported; functions of other types are private to the file.
   */
  functionOf(type: TypeDeclaration): Printable;
  /** Reports whether a type is a root type with a generated function. */
  isRoot(type: TypeId): boolean;
}

/**
 * Returns the body of a type's function. It calls the type's hand-written functions, then sets the
 * defaults of the properties: first those of the base interfaces, then the others in the order of
 * their declaration. If a hand-written function sets all defaults inside the object, the body only
 * calls this function.
 */
export function bodySteps(scope: StepScope, declaration: TypeDeclaration): readonly DefaultingStep[] {
  const own = ownCalls(scope, declaration.id, "obj");
  if (own.covering) return own.steps;
  const { shape } = declaration;
  switch (shape.kind) {
    case "object":
      return [
        ...own.steps,
        ...inheritedSteps(scope, declaration, declaration),
        ...shape.fields
          .filter((field) => !isInherited(scope, declaration, field))
          .flatMap((field) => fieldSteps(scope, declaration, field)),
      ];
    case "union": {
      const cases = shape.members
        .map(({ value, type }) => ({ value, steps: valueSteps(scope, { kind: "ref", to: type }, "obj", 0) }))
        .filter(({ steps }) => steps.length > 0);
      return cases.length === 0
        ? own.steps
        : [...own.steps, { kind: "union", value: "obj", discriminator: shape.discriminator, cases }];
    }
    case "alias":
      return [...own.steps, ...valueSteps(scope, shape.of, "obj", 0)];
    case "opaque":
      return own.steps;
  }
}

/** Returns the statements that set the defaults inside a value. The value must be present. */
function valueSteps(scope: StepScope, type: Type, value: Printable, depth: number): readonly DefaultingStep[] {
  const { universe, view } = scope;
  switch (type.kind) {
    case "list":
    case "map": {
      const isList = type.kind === "list";
      const element = isList ? type.element : type.value;
      const index = numbered(isList ? "index" : "key", depth);
      const item = numbered("item", depth);
      const step = elementStep(universe, element, [value, "[", index, "]"]);
      const steps = valueSteps(scope, element, item, depth + 1);
      const each = isList ? "elements" : "values";
      return [
        ...(step === undefined ? [] : [{ kind: each, list: value, index, block: blockOf([step]) } as const]),
        ...(steps.length === 0 ? [] : [{ kind: type.kind, value, item, block: blockOf(steps) }]),
      ];
    }
    case "tuple":
      return type.elements.flatMap((element, index) =>
        valueSteps(scope, element, [value, `[${String(index)}]`], depth),
      );
    case "embedded":
      return valueSteps(scope, { kind: "ref", to: type.of }, [value, " as ", printTypeId(universe, type.of)], depth);
    case "ref":
      return view.work.has(type.to) ? referenceSteps(scope, type.to, value, depth) : [];
    case "scalar":
    case "literals":
      return [];
  }
}

function referenceSteps(scope: StepScope, id: TypeId, value: Printable, depth: number): readonly DefaultingStep[] {
  const declaration = typeById(scope.universe, id);
  const own = ownCalls(scope, id, value);
  if (declaration === undefined || own.covering) return own.steps;
  if (declaration.shape.kind === "alias")
    return [...own.steps, ...valueSteps(scope, declaration.shape.of, value, depth)];
  if (!scope.isRoot(id) && !scope.view.work.hasInside(declaration)) return own.steps;
  return [{ kind: "call", fn: scope.functionOf(declaration), value }];
}

function ownCalls(
  scope: StepScope,
  id: TypeId,
  value: Printable,
): { readonly steps: readonly DefaultingStep[]; readonly covering: boolean } {
  const { object, base, additional } = scope.view.defaultersOf(id);
  const call = (fn: FunctionDeclaration): DefaultingStep => ({ kind: "call", fn: scope.call(fn), value });
  if (object !== undefined) return { steps: [call(object)], covering: true };
  if (base !== undefined && isCovering(base)) return { steps: [call(base)], covering: true };
  return { steps: [...(base === undefined ? [] : [base]), ...additional].map(call), covering: false };
}

/**
 * Returns the statements for the base interfaces of a type, which run before the statements for its
 * own properties.
 */
function inheritedSteps(
  scope: StepScope,
  root: TypeDeclaration,
  declaration: TypeDeclaration,
): readonly DefaultingStep[] {
  if (declaration.shape.kind !== "object" || root.shape.kind !== "object") return [];
  const { fields } = root.shape;
  return declaration.shape.bases.flatMap((id) => {
    const base = typeById(scope.universe, id);
    const own = ownCalls(scope, id, "obj");
    if (base === undefined || own.covering) return own.steps;
    const inherited = fields.filter(({ from }) => from === id);
    return [
      ...own.steps,
      ...inheritedSteps(scope, root, base),
      ...inherited.flatMap((field) => fieldSteps(scope, root, field)),
    ];
  });
}

/** Reports whether the statements for a base interface already set the defaults of a property. */
function isInherited({ universe }: StepScope, declaration: TypeDeclaration, { from }: Field): boolean {
  const isBelow = (id: TypeId): boolean => {
    if (id === from) return true;
    const base = typeById(universe, id);
    return base?.shape.kind === "object" && base.shape.bases.some(isBelow);
  };
  return from !== undefined && declaration.shape.kind === "object" && declaration.shape.bases.some(isBelow);
}

/**
 * Returns the statements for a property: first the statement that sets its default, then the
 * statements for the defaults inside its value.
 */
function fieldSteps(scope: StepScope, of: TypeDeclaration, field: Field): readonly DefaultingStep[] {
  const target: Printable = ["obj", propertyAccess(field.name)];
  const set = fieldStep(scope.universe, of, field, target);
  const inside = valueSteps(scope, field.type, target, 0);
  const isThere = field.nullable !== true && (!field.optional || set?.kind === "unset");
  return [...(set === undefined ? [] : [set]), ...(isThere ? inside : guarded(target, inside))];
}

function guarded(target: Printable, steps: readonly DefaultingStep[]): readonly DefaultingStep[] {
  const [first] = steps;
  if (first === undefined) return [];
  if (steps.length === 1 && first.kind === "list") return [{ ...first, value: [target, " ?? []"] }];
  if (steps.length === 1 && first.kind === "map") return [{ ...first, value: [target, " ?? {}"] }];
  return [{ kind: "guard", value: target, block: blockOf(steps) }];
}

function numbered(name: string, depth: number): string {
  return depth === 0 ? name : `${name}${String(depth + 1)}`;
}

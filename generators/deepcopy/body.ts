import type { Field, ObjectShape, Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import { isScalar } from "../../engine/model/lookup.js";
import { propertyAccess } from "../../engine/print/render.js";
import { keepsUnknown, markersKeepUnknown } from "../type-schemas/unknown-fields.js";
import { copyExpression, copyOfJSON, type Copy, type CopyScope } from "./copy.js";
import { isJSON } from "./needs-copy.js";

/** Statements of a copy function. `kind` is the name of the partial template that prints them. */
export type CopyBody =
  /** An object that a single spread copies completely, because it has no nested values. */
  | { readonly kind: "flat" }
  /** An object that is copied property by property. */
  | {
      readonly kind: "literal";
      readonly required: readonly CopiedProperty[];
      readonly optional: readonly CopiedProperty[];
    }
  /**
   * An object with many optional properties. The function clones the object, then copies its nested
   * values.
   */
  | {
      readonly kind: "clone";
      readonly required: readonly CopiedProperty[];
      readonly optional: readonly CopiedProperty[];
    }
  | { readonly kind: "map"; readonly copy: Copy }
  | {
      readonly kind: "union";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly copy: Copy }[];
      readonly other: Copy;
    }
  | { readonly kind: "value"; readonly copy: Copy }
  /** An `Embedded<T>`, which is copied with the copy function of T. */
  | { readonly kind: "embedded"; readonly fn: Printable; readonly of: Printable };

export interface CopiedProperty {
  readonly name: string;
  readonly copy: Copy;
  /**
   * True if null is copied as a value: in scalars, JSON values and nullable properties. Otherwise,
   * null is treated as absent.
   */
  readonly nullable: boolean;
}

/**
 * Maximum number of optional properties for which an object literal is generated. In benchmarks, an
 * object literal is up to twice as fast as a clone. With more optional properties, V8 creates too
 * many hidden classes for the literal.
 */
const manyOptional = 12;

export function copyBodyOf(scope: CopyScope, type: TypeDeclaration): CopyBody {
  const { shape } = type;
  if (keepsUnknown(scope.universe, type)) return { kind: "value", copy: copyOfJSON(scope, "input") };
  switch (shape.kind) {
    case "object":
      return objectBody(scope, propertiesOf(shape));
    case "union":
      return {
        kind: "union",
        discriminator: shape.discriminator,
        members: shape.members.map(({ value, type }) => ({
          value,
          copy: copyExpression(scope, { kind: "ref", to: type }, "input"),
        })),
        other: copyOfJSON(scope, "input"),
      };
    case "alias":
      return copyValueBody(scope, shape.of);
    case "opaque":
      return { kind: "value", copy: copyOfJSON(scope, "input") };
  }
}

/** Returns the body that copies values of an anonymous type, or of the type that an alias names. */
export function copyValueBody(scope: CopyScope, type: Type): CopyBody {
  if (type.kind === "map" && !isScalar(scope.universe, type.value))
    return { kind: "map", copy: copyExpression(scope, type.value, "value") };
  return { kind: "value", copy: copyExpression(scope, type, "input") };
}

/** Returns the body that copies `Embedded<T>`. `shape` is the shape of T. */
export function embeddedBody(scope: CopyScope, of: TypeDeclaration, shape: ObjectShape): CopyBody {
  if (keepsUnknown(scope.universe, of)) return { kind: "value", copy: copyOfJSON(scope, "input") };
  return objectBody(scope, [...typeMeta(true), ...shape.fields]);
}

type CopiedField = Pick<Field, "name" | "optional" | "nullable" | "type"> &
  Partial<Pick<Field, "position" | "markers">>;

function propertiesOf(shape: ObjectShape): readonly CopiedField[] {
  return shape.typeMeta === undefined ? shape.fields : [...typeMeta(false), ...shape.fields];
}

function typeMeta(optional: boolean): CopiedField[] {
  return ["apiVersion", "kind"].map((name) => ({ name, optional, type: { kind: "scalar", name: "string" } }));
}

function objectBody(scope: CopyScope, fields: readonly CopiedField[]): CopyBody {
  if (fields.length === 0) return { kind: "flat" };
  const isClone = fields.filter(({ optional }) => optional).length > manyOptional;
  const copied = isClone ? fields.filter(({ type }) => !isScalar(scope.universe, type)) : fields;
  if (copied.length === 0) return { kind: "flat" };
  return {
    kind: isClone ? "clone" : "literal",
    required: copied.filter(({ optional }) => !optional).map((field) => propertyOf(scope, field)),
    optional: copied.filter(({ optional }) => optional).map((field) => propertyOf(scope, field)),
  };
}

function propertyOf(scope: CopyScope, { name, type, nullable, position, markers = [] }: CopiedField): CopiedProperty {
  const value: Printable = ["input", propertyAccess(name)];
  if (isScalar(scope.universe, type)) return { name, copy: { kind: "same", value }, nullable: true };
  if (markersKeepUnknown(type, markers)) return { name, copy: copyOfJSON(scope, value), nullable: nullable === true };
  const copy = copyExpression(position === undefined ? scope : scope.at(position), type, value);
  if (isJSON(scope.universe, type) || nullable !== true) return { name, copy, nullable: isJSON(scope.universe, type) };
  return { name, copy: { kind: "nullable", value, copy }, nullable: true };
}

import type { Marker } from "../../engine/markers/marker.js";
import type { Field, Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Position } from "../../engine/base/problem.js";

/** A type that becomes a message, before its fields have numbers. */
export interface ProtobufMessage {
  readonly type: TypeDeclaration;
  readonly fields: readonly ProtobufField[];
}

/** A field of a message. */
export interface ProtobufField {
  /** The name in `generated.proto`. */
  readonly name: string;
  readonly position: Position;
  readonly description: string;
  /** The number that a marker states. */
  readonly pin?: { readonly number: number; readonly marker: Marker };
  readonly source: FieldSource;
}

export type FieldSource =
  /** A property of the interface. */
  | { readonly kind: "property"; readonly property: Field }
  /** All properties of a base. */
  | { readonly kind: "base"; readonly base: TypeDeclaration }
  /** A member of a union of interfaces. */
  | { readonly kind: "member"; readonly value: string; readonly type: TypeDeclaration }
  /** The list or map of an alias. */
  | { readonly kind: "items"; readonly type: Type };

import type { Marker } from "../../engine/markers/marker.js";
import type { Field, Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Position } from "../../engine/base/problem.js";

/** A type for which a protobuf message is generated, before its fields have numbers. */
export interface ProtobufMessage {
  readonly type: TypeDeclaration;
  readonly fields: readonly ProtobufField[];
}

/** A field of a protobuf message. */
export interface ProtobufField {
  /** Name in `generated.proto`. */
  readonly name: string;
  readonly position: Position;
  readonly description: string;
  /** Number that a marker sets, with that marker; absent without a marker. */
  readonly pin?: { readonly number: number; readonly marker: Marker };
  readonly source: FieldSource;
}

export type FieldSource =
  /** The field is a property of the interface. */
  | { readonly kind: "property"; readonly property: Field }
  /** The field is a nested message with all properties of a base interface. */
  | { readonly kind: "base"; readonly base: TypeDeclaration }
  /** The field is a member of a union of interfaces. */
  | { readonly kind: "member"; readonly value: string; readonly type: TypeDeclaration }
  /** The field is the list or map to which an alias refers. */
  | { readonly kind: "items"; readonly type: Type };

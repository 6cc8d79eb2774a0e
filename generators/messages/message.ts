import type { Marker } from "../../engine/markers/marker.js";
import type { Field, Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Position } from "../../engine/base/problem.js";

/** A type for which a protobuf message is generated, before its fields have numbers. */
export interface ProtobufMessage {
  readonly type: TypeDeclaration;
  readonly fields: readonly ProtobufField[];
}

/**
 * A field of a protobuf message: a property, the properties of a base interface, a member of a
 * union, or the list or map of an alias.
 */
export interface ProtobufField {
  /** Name in `generated.proto`. */
  readonly name: string;
  readonly position: Position;
  readonly description: string;
  /** Number that a marker sets, with that marker; absent without a marker. */
  readonly pin?: { readonly number: number; readonly marker: Marker };
  /**
   * What the field contains: a property of the interface, all properties of a base interface as a
   * nested message, a member of a union of interfaces, or the list or map to which an alias refers.
   */
  readonly kind: "property" | "base" | "member" | "items";
  /**
   * Key of the field in its type: the name of the property, the id of the base interface, the
   * discriminator value of the union member, or `items`.
   */
  readonly place: string;
  /** Name of the property, of the base interface or of the member's type; `items` for an alias. */
  readonly origin: string;
  readonly type: Type;
  /** The property, if the field is one. */
  readonly property?: Field;
}

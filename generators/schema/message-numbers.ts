import type { PlanInput } from "../../engine/plan/generator.js";
import type { Package, TypeId } from "../../engine/model/universe.js";
import { baseFieldName } from "../messages/field-name.js";
import type { ProtobufField } from "../messages/message.js";
import { packageMessages } from "../messages/package-messages.js";

/** Protobuf numbers of a package's messages, for its schemas. */
export interface PackageNumbers {
  readonly [type: TypeId]: MessageNumbers;
}

/** Numbers and names of the fields of a message. */
export interface MessageNumbers {
  /** Number of a field, by its `place`. */
  readonly [place: string]: FieldNumber;
}

export interface FieldNumber {
  readonly number: number;
  /**
   * Name in `generated.proto`; absent if it can be derived from the name of the property or type.
   */
  readonly wireName?: string;
}

/** Key of the number of the items, for an alias that is a message. */
export const itemsPlace = "items";

/**
 * Returns the field numbers of a package's messages. The protobuf generator reports the problems of
 * these numbers.
 */
export function messageNumbers(input: PlanInput, pkg: Package, schemaFile: string): PackageNumbers {
  const messages = packageMessages(input, pkg, schemaFile, [])?.messages ?? new Map<TypeId, never>();
  return Object.fromEntries(
    [...messages].map(([id, { fields, numbers }]) => [
      id,
      Object.fromEntries(fields.map((field) => [field.place, numberOf(field, numbers.byField.get(field) ?? 0)])),
    ]),
  );
}

function numberOf({ kind, name, origin }: ProtobufField, number: number): FieldNumber {
  const derived = kind === "property" ? origin : kind === "base" ? baseFieldName(origin) : undefined;
  return derived === undefined || derived === name ? { number } : { number, wireName: name };
}

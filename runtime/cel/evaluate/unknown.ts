import { jsonEqual } from "../../values.js";
import { opaque } from "../types/type.js";
import { OpaqueValue, type JSONInput } from "./value.js";

const unknown = opaque("unknown");

/** A value of a schema without a type. It can only be compared. */
export class UnknownValue extends OpaqueValue {
  readonly type = unknown;
  readonly #value: JSONInput;

  constructor(value: JSONInput) {
    super();
    this.#value = value;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof UnknownValue && jsonEqual(this.#value, other.#value);
  }
}

import type { ProtoScalar, Wire, WireField } from "./wire.js";

const scalars: { readonly [proto in ProtoScalar]: string } = {
  string: `""`,
  bytes: `""`,
  bool: "false",
  int32: "0",
  int64: "0",
  uint32: "0",
  uint64: "0",
  float: "0",
  double: "0",
};

/**
 * Returns the code of a value's zero; undefined for a message, whose zero is made by its function.
 */
export function zeroOf(wire: Wire): string | undefined {
  return wire.kind === "scalar" ? scalars[wire.proto] : wire.zero;
}

/** Returns the code of the zero of a required property; undefined for a message. */
export function zeroOfField({ label, wire }: WireField): string | undefined {
  if (label === "repeated") return "[]";
  return label === "map" ? "{}" : zeroOf(wire);
}

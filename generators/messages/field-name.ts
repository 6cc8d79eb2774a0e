/**
 * Returns the name of a property in `generated.proto`, which must be an identifier: `ref` for
 * `$ref`, `xListType` for `x-list-type`.
 */
export function fieldName(property: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(property)) return property;
  const [first = "", ...rest] = property.split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  const name = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `f${name}`;
}

/**
 * Returns the name of the protobuf field for a base interface: `volumeSource` for `VolumeSource`.
 */
export function baseFieldName(base: string): string {
  return base.charAt(0).toLowerCase() + base.slice(1);
}

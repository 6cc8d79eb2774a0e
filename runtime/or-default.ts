/**
 * The value, unless it is absent or its type's zero: `obj.protocol = orDefault(obj.protocol,
 * "TCP")`. For unions of literals too, which hold `""` where nobody set them, although their type
 * does not say so.
 */
export function orDefault<T extends string | number | boolean>(value: T | undefined, fallback: NoInfer<T>): T {
  return value || fallback;
}

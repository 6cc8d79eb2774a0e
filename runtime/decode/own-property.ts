/** Sets an own property, whatever its name: assigning to `__proto__` would not. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
  else target[key] = value;
}

/**
 * Names that every object inherits a value for: reading them takes a look whether they are its own.
 */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export function getOwn(source: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}

/**
 * Returns a function that calls `make` once for each object. The objects must never change, like
 * those of the model.
 */
export function once<Of extends object, T extends object>(make: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    known.set(of, made);
    return made;
  };
}

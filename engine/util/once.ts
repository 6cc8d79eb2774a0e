/**
 * Returns a function that calls `make` for each object only once, and returns the stored result for
 * later calls. The objects must never change, like the objects of the model.
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

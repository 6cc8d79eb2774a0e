/**
 * Returns a function that calls `make` for each object only once. Later calls return the stored
 * result. The function can be used only for objects that never change, such as the objects of the
 * model.
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

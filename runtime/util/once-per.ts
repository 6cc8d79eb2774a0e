/**
 * Returns a function that calls `make` once per object, and keeps the result as long as the object
 * exists.
 */
export function oncePer<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, V>();
  return (object) => {
    let value = known.get(object);
    if (value === undefined) known.set(object, (value = make(object)));
    return value;
  };
}

/**
 * Returns a function that calls `make` once per object, and keeps the result as long as the object
 * exists.
 */
export function oncePer<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, V>();
  return (object) => {
    const found = known.get(object);
    if (found !== undefined || known.has(object)) return found as V;
    const made = make(object);
    known.set(object, made);
    return made;
  };
}

/**
 * Returns a function that calls `make` once per string. It keeps the results for up to `most`
 * strings, and forgets all of them before it keeps another one.
 * @param longest results for longer strings are not kept
 */
export function oncePerText<V>(most: number, make: (text: string) => V, longest = Infinity): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as V;
    const made = make(text);
    if (text.length > longest) return made;
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}

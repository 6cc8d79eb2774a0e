/** Returns the given nodes and all nodes that can be reached from them. */
export function closure<Node>(from: Iterable<Node>, next: (node: Node) => Iterable<Node>): ReadonlySet<Node> {
  const reached = new Set(from);
  // The loop also visits nodes that are added to the set during the loop.
  for (const node of reached) for (const other of next(node)) reached.add(other);
  return reached;
}

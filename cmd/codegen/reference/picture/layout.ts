/**
 * Layout of small directed graphs in columns, from left to right. A library for graphs is not used:
 * the graphs are trees with some shared nodes, so columns and one pass of ordering suffice, and
 * every user of codegen would have to install it.
 */
export interface GraphNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** An edge leaves its first node at a distance from the top of the node. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly offset: number;
}

export interface PlacedNode extends GraphNode {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

const gapY = 14;

/**
 * Returns the positions of all nodes. The first node is in the first column.
 * @param gapX distance between columns
 */
export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[], gapX = 64): Layout {
  const columns = columnsOf(nodes, edges);
  const placed = new Map<string, PlacedNode>();
  let x = 0;
  for (const column of columns) {
    let y = 0;
    // All nodes of a column end at the same place, so that no arrow passes behind a wider one.
    const width = Math.max(0, ...column.map((node) => node.width));
    for (const { node, wanted } of ordered(column, edges, placed)) {
      y = Math.max(y, wanted);
      placed.set(node.id, { ...node, width, x, y });
      y += node.height + gapY;
    }
    x += width + gapX;
  }
  const all = centred(
    columns.map((column) => column.flatMap(({ id }) => placed.get(id) ?? [])),
    edges,
  );
  return {
    nodes: all,
    width: Math.max(0, ...all.map((node) => node.x + node.width)),
    height: Math.max(0, ...all.map((node) => node.y + node.height)),
  };
}

/** Returns the nodes by the longest path to them. Edges that close a cycle are left out. */
function columnsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly (readonly GraphNode[])[] {
  const depth = new Map(nodes.map(({ id }) => [id, 0]));
  const forward = withoutCycles(nodes, edges);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { from, to } of forward) {
      const next = (depth.get(from) ?? 0) + 1;
      if (next <= (depth.get(to) ?? 0)) continue;
      depth.set(to, next);
      isChanged = true;
    }
  }
  const last = Math.max(0, ...depth.values());
  return Array.from({ length: last + 1 }, (_, index) => nodes.filter(({ id }) => depth.get(id) === index));
}

function withoutCycles(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const [open, done] = [new Set<string>(), new Set<string>()];
  const kept: GraphEdge[] = [];
  const visit = (id: string): void => {
    if (done.has(id)) return;
    open.add(id);
    for (const edge of edges.filter(({ from }) => from === id)) {
      if (open.has(edge.to)) continue;
      kept.push(edge);
      visit(edge.to);
    }
    open.delete(id);
    done.add(id);
  };
  for (const { id } of nodes) visit(id);
  return kept;
}

/** Orders a column by the places at which edges arrive, and returns these places. */
function ordered(
  column: readonly GraphNode[],
  edges: readonly GraphEdge[],
  placed: ReadonlyMap<string, PlacedNode>,
): readonly { readonly node: GraphNode; readonly wanted: number }[] {
  const found = column.map((node) => {
    const arrivals = edges.flatMap(({ from, to, offset }) => {
      const source = placed.get(from);
      return to === node.id && source !== undefined ? [source.y + offset] : [];
    });
    const mean = arrivals.reduce((sum, y) => sum + y, 0) / Math.max(arrivals.length, 1);
    return { node, mean };
  });
  const sorted = found.toSorted((a, b) => a.mean - b.mean);
  return sorted.map(({ node, mean }) => ({ node, wanted: Math.max(0, mean - arrival) }));
}

/** Distance from the top of a node at which edges arrive. */
export const arrival = 15;

/**
 * Moves the columns before the first one with several nodes down, to the middle of the nodes to
 * which their last edges lead.
 */
function centred(columns: readonly (readonly PlacedNode[])[], edges: readonly GraphEdge[]): readonly PlacedNode[] {
  const alone = columns.findIndex((column) => column.length > 1);
  const chain = columns.slice(0, Math.max(alone, 0)).flat();
  const last = chain.at(-1);
  const targets = new Map((columns[alone] ?? []).map((node) => [node.id, node]));
  const distances = edges.flatMap(({ from, to, offset }) => {
    const target = targets.get(to);
    return from === last?.id && target !== undefined ? [target.y + arrival - offset - last.y] : [];
  });
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / Math.max(distances.length, 1);
  const shift = Math.min(Math.max(Math.round(mean), 0), 160);
  return columns.flat().map((node) => (chain.includes(node) ? { ...node, y: node.y + shift } : node));
}

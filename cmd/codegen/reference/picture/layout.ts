import dagre from "@dagrejs/dagre";

/**
 * The part of dagre that is used. The declarations of the package import each other without the
 * endings of the files, which TypeScript does not find for ES modules.
 */
interface Dagre {
  readonly graphlib: { readonly Graph: new () => Graph };
  readonly layout: (graph: Graph) => void;
}
interface Graph {
  setGraph(label: { readonly rankdir: "LR"; readonly nodesep: number; readonly ranksep: number }): void;
  setNode(id: string, size: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string, label: object): void;
  /** Returns the centre of a node. */
  node(id: string): { readonly x: number; readonly y: number };
}
// Assertion: the declared type of the package is not found.
const { graphlib, layout } = dagre as unknown as Dagre;

/** The size of a box. */
export interface GraphNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

/** A box and the position of its left upper corner. */
export interface PlacedNode extends GraphNode {
  readonly x: number;
  readonly y: number;
}

export interface PictureLayout {
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

const gapY = 14;

/** Distance from the top of a node at which edges arrive. */
export const arrival = 15;

/**
 * Places the nodes of a directed graph in columns, from left to right, by the library dagre. All
 * nodes of a column get the width of the widest, so that no arrow passes behind a box.
 * @param gapX distance between columns
 */
export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[], gapX = 64): PictureLayout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: gapY, ranksep: gapX });
  // dagre places the last one first, so that arrows of several rows would cross.
  for (const { id, width, height } of nodes.toReversed()) graph.setNode(id, { width, height });
  // An edge to the node itself is drawn beside it, and needs no place.
  for (const { from, to } of edges.toReversed()) if (from !== to) graph.setEdge(from, to, {});
  layout(graph);
  const placed = nodes.map((node) => ({ ...node, centre: graph.node(node.id) }));
  const columns = new Map<number, number>();
  for (const { width, centre } of placed) columns.set(centre.x, Math.max(width, columns.get(centre.x) ?? 0));
  const found = placed.map(({ id, height, centre }): PlacedNode => {
    const width = columns.get(centre.x) ?? 0;
    return { id, width, height, x: centre.x - width / 2, y: centre.y - height / 2 };
  });
  return {
    nodes: found,
    width: Math.max(0, ...found.map(({ x, width }) => x + width)),
    height: Math.max(0, ...found.map(({ y, height }) => y + height)),
  };
}

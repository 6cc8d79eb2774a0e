import dagre from "@dagrejs/dagre";

/**
 * The functions of dagre that are used. The type declarations of dagre cannot be used, because
 * their imports omit file extensions, which TypeScript requires in ES modules.
 */
interface Dagre {
  readonly graphlib: { readonly Graph: new () => Graph };
  readonly layout: (graph: Graph) => void;
}
interface Graph {
  setGraph(label: { readonly rankdir: "LR"; readonly nodesep: number; readonly ranksep: number }): void;
  setNode(id: string, size: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string, label: object): void;
  /** Returns the coordinates of a node's centre. */
  node(id: string): { readonly x: number; readonly y: number };
}
// Assertion: TypeScript cannot resolve the package's own type declarations.
const { graphlib, layout } = dagre as unknown as Dagre;

/** A box, with its size in pixels. */
export interface GraphNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

/** A box, with the coordinates of its upper left corner. */
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

/** Vertical distance in pixels from the top of a box to the end of an incoming arrow. */
export const arrival = 15;

/**
 * Computes positions for the nodes of a directed graph with the library dagre. The nodes are in
 * columns from left to right. All nodes in a column get the same width, so that no arrow passes
 * behind a box.
 * @param gapX distance between columns, in pixels
 */
export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[], gapX = 64): PictureLayout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: gapY, ranksep: gapX });
  // dagre places the nodes in reverse order. Without this reversal, arrows of several rows would
  // cross.
  for (const { id, width, height } of nodes.toReversed()) graph.setNode(id, { width, height });
  // An edge from a node to itself is drawn beside the node, and does not affect the layout.
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

import { html, type Markup } from "../print/html-text.js";
import { arrival, layOut, type GraphNode, type PlacedNode } from "./layout.js";

/** A box in a picture: a title, with rows below the title. */
export interface Box {
  readonly id: string;
  readonly title: string;
  readonly link?: string | undefined;
  readonly rows: readonly string[];
  /** True for the box of the picture's main subject. */
  readonly isMain: boolean;
}

/**
 * An arrow between two boxes. It starts at row `row` of the box `from`, or at its title if `row` is
 * absent.
 */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly row?: number;
  /** True for an arrow in both directions. */
  readonly isMutual: boolean;
}

export interface Picture {
  /** Name of the picture, unique on the page. */
  readonly name: string;
  /** Description of the picture for screen readers. */
  readonly label: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Distance between columns in pixels. Absent for the default. */
  readonly gap?: number;
}

const titleHeight = 30;
const rowHeight = 20;
const characterWidth = 7.3;
const margin = 4;

/** Returns a picture as a figure with an SVG, in the colours of the page. */
export function svg(picture: Picture): Markup {
  const { width, height, viewBox, content } = drawing(picture);
  return html`<figure class="picture" role="region" aria-label="${picture.label}" tabindex="0">
    <svg width="${width}" height="${height}" viewBox="${viewBox}" role="group" aria-label="${picture.label}">
      ${content}
    </svg>
  </figure>`;
}

/** The content of an SVG element, and its size in pixels. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly viewBox: string;
  readonly content: Markup;
}

export function drawing({ name, boxes, arrows, gap }: Picture): Drawing {
  const { nodes: placed, width, height } = layOut(boxes.map(nodeOf), arrows, gap);
  const byId = new Map(placed.map((node) => [node.id, node]));
  const [outerWidth, outerHeight] = [Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin)];
  const head = `head-${name}`;
  return {
    width: outerWidth,
    height: outerHeight,
    viewBox: `${String(-margin)} ${String(-margin)} ${String(outerWidth)} ${String(outerHeight)}`,
    content: html`<defs>
        <marker
          id="${head}"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0 0L8 4L0 8z" />
        </marker>
      </defs>
      ${arrows.map((arrow) => path(arrow, byId, head))}${boxes.map((box) => boxMarkup(box, byId.get(box.id)))}`,
  };
}

function nodeOf({ id, title, rows }: Box): GraphNode {
  const longest = Math.max(title.length, ...rows.map((row) => row.length));
  const below = rows.length === 0 ? 0 : rows.length * rowHeight + 6;
  return { id, width: Math.round(longest * characterWidth + 22), height: titleHeight + below };
}

function offsetOf(row: number | undefined): number {
  return row === undefined ? arrival : titleHeight + row * rowHeight + rowHeight / 2;
}

function path(
  { from, to, row, isMutual }: Arrow,
  nodes: ReadonlyMap<string, PlacedNode>,
  head: string,
): Markup | undefined {
  const [source, target] = [nodes.get(from), nodes.get(to)];
  if (source === undefined || target === undefined) return undefined;
  const [x1, y1] = [source.x + source.width, source.y + offsetOf(row)];
  const [x2, y2] = [target.x, target.y + arrival];
  const isForward = x2 > x1;
  const bend = isForward ? (x2 - x1) / 2 : 48;
  const start = isMutual ? html` marker-start="url(#${head})"` : undefined;
  return html`<path
    class="arrow"
    data-from="${from}"
    data-to="${to}"
    d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"
    marker-end="url(#${head})"
    ${start}
  /> `;
}

function boxMarkup({ id, title, link, rows, isMain }: Box, node: PlacedNode | undefined): Markup | undefined {
  if (node === undefined) return undefined;
  const { x, y, width, height } = node;
  const text = html`<text class="title" x="${x + 11}" y="${y + 20}">${title}</text>`;
  return html`<g class="${isMain ? "box main" : "box"}" data-node="${id}"
    ><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" />${
      rows.length === 0 ? undefined : html`<path class="line" d="M${x} ${y + titleHeight}h${width}" />`
    }${link === undefined ? text : html`<a href="${link}">${text}</a>`}${rows.map(
      (row, index) => html`<text x="${x + 11}" y="${y + titleHeight + index * rowHeight + 17}">${row}</text>`,
    )}</g
  > `;
}

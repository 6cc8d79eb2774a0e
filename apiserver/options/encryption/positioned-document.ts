import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Node } from "yaml";

/** A field of a document: the names of properties, and the indexes of list items. */
export type FieldPath = readonly (string | number)[];

/** A YAML or JSON text. Errors in it are reported with line and column. */
export class PositionedDocument {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: ReturnType<typeof parseDocument>;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
  }

  /** Syntax errors of the document. */
  get problems(): readonly string[] {
    return this.#document.errors.map(({ message, pos }) => `${this.#at(pos[0])}: ${message}`);
  }

  get value(): unknown {
    return this.#document.toJS() as unknown;
  }

  /** Returns the position of a field, or of its nearest parent, as `file:line:column`. */
  position(path: FieldPath): string {
    let node: Node | null = this.#document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const part of path) {
      const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === part) : undefined;
      const next: unknown = isSeq(node) && typeof part === "number" ? node.items[part] : pair?.value;
      const begin = isNode(pair?.key) ? pair.key : next;
      if (isNode(begin)) offset = begin.range?.[0] ?? offset;
      if (!isNode(next)) break;
      node = next;
    }
    return this.#at(offset);
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  }
}

/** Returns a path as Kubernetes prints it: `resources[0].providers[1]`. */
export function printFieldPath(path: FieldPath): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}

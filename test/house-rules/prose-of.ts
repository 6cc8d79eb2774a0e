import ts from "typescript6";

/** A comment, string or paragraph, and the line where it begins; the first line is 1. */
export interface Prose {
  readonly line: number;
  readonly text: string;
  readonly kind: "comment" | "message" | "paragraph";
}

/** Returns the comments and messages of a TypeScript file, or the paragraphs of a Markdown file. */
export function proseOf(path: string, text: string): Prose[] {
  if (path.endsWith(".md")) return paragraphs(text);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return [...comments(file), ...messages(file)];
}

const commentOrEnd = /\/\/[^\n]*|\/\*[^]*?\*\/|$/g;

/** Returns the places of the comments, which are outside of strings, templates and patterns. */
function* placesOfComments(file: ts.SourceFile): Generator<ts.TextRange> {
  const literals: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node))
      literals.push({ pos: node.getStart(file), end: node.end });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  commentOrEnd.lastIndex = 0;
  for (;;) {
    const match = commentOrEnd.exec(file.text);
    if (match === null || match[0] === "") return;
    while ((literals[0]?.end ?? Infinity) <= match.index) literals.shift();
    const [literal] = literals;
    if (literal !== undefined && literal.pos <= match.index) commentOrEnd.lastIndex = literal.end;
    else yield { pos: match.index, end: commentOrEnd.lastIndex };
  }
}

/** Returns the comments without their delimiters. Adjacent `//` lines are one comment. */
function comments(file: ts.SourceFile): Prose[] {
  const { text } = file;
  const found: (Prose & { readonly end: number })[] = [];
  for (const range of placesOfComments(file)) {
    const { line } = file.getLineAndCharacterOfPosition(range.pos);
    const raw = text.slice(range.pos, range.end);
    const last = found.at(-1);
    if (
      raw.startsWith("//") &&
      last !== undefined &&
      /^\n\s*$/.test(text.slice(last.end, range.pos)) &&
      last.text !== ""
    ) {
      found[found.length - 1] = { ...last, text: `${last.text} ${bare(raw)}`, end: range.end };
    } else found.push({ line: line + 1, text: bare(raw), kind: "comment", end: range.end });
  }
  return found
    .map(({ line, text: words, kind }) => ({ line, text: words, kind }))
    .filter(({ text: words }) => words !== "");
}

function bare(comment: string): string {
  const text = comment.startsWith("//") ? comment.slice(2) : comment.replace(/^\/\*+/, "").slice(0, -2);
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .trim();
}

/** Returns strings and templates of at least four words, which users may read. */
function messages(file: ts.SourceFile): Prose[] {
  const found: Prose[] = [];
  const visit = (node: ts.Node): void => {
    const words = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? template(node) : undefined;
    if (words !== undefined && !ts.isImportDeclaration(node.parent) && /(?:[A-Za-z'`]+[ ,:]+){3}[a-z]/.test(words))
      found.push({
        line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
        text: words,
        kind: "message",
      });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function template(node: ts.TemplateExpression): string {
  return node.head.text + node.templateSpans.map((span) => `X${span.literal.text}`).join("");
}

/** Returns paragraphs, list items and table rows outside of code blocks. */
function paragraphs(text: string): Prose[] {
  const found: Prose[] = [];
  let isCode = false;
  let open: Prose | undefined;
  const close = (): void => {
    if (open !== undefined) found.push(open);
    open = undefined;
  };
  text.split("\n").forEach((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(```|$)/.test(line)) {
      close();
      return;
    }
    if (/^\s*([-*|#]|\d+\.) ?/.test(line)) close();
    open = {
      line: open?.line ?? index + 1,
      text: open === undefined ? line.trim() : `${open.text} ${line.trim()}`,
      kind: "paragraph",
    };
  });
  close();
  return found;
}

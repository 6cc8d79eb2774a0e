import { remedy, remedyAs, removeMarker, replaceMarker, replaceText } from "../base/fix.js";
import type { Position, Problem } from "../base/problem.js";
import type { MarkerDefinitions } from "./definitions.js";
import { unescapeBlock } from "./escapes.js";
import { parseMarker, type ParsedMarker } from "./grammar.js";
import { withFolder } from "./marker-folder.js";
import { findJSDocTag, jsdocTagProblem, type JSDocTag } from "./jsdoc-tag.js";
import type { Marker, MarkerDefinition } from "./marker.js";
import { markersProblems } from "./problem-codes.js";

/** The markers of a comment, and its description without markers. */
export interface CommentFacts {
  readonly markers: readonly Marker[];
  readonly description: string;
  readonly problems: readonly Problem[];
}

/**
 * Reads the source text of a comment: a block or `//` lines. A marker begins at the start of a
 * line. An unknown word with a `+` is part of the description, unless it has the prefix of known
 * markers, such as `+k8s:`.
 * @param positionOf returns the position of an offset in the text
 */
export function readComment(
  text: string,
  positionOf: (offset: number) => Position,
  definitions: MarkerDefinitions,
): CommentFacts {
  const markers: Marker[] = [];
  const problems: Problem[] = [];
  const prose: string[] = [];
  let fenced = false;
  let tag: string | undefined;
  const tagged: { readonly found: JSDocTag; readonly position: Position }[] = [];
  for (const line of commentLines(text)) {
    if (/^\s*(```|~~~)/.test(line.text)) fenced = !fenced;
    const start = line.text.length - line.text.trimStart().length;
    const content = line.text.trim();
    tag = /^@([A-Za-z]+)/.exec(content)?.[1] ?? tag;
    const isRead = !fenced && tag !== "example";
    if (isRead && content.startsWith("+")) {
      const position = positionOf(line.offset + start);
      const read = readMarker(content, position, definitions);
      if (read.problem !== undefined) problems.push(read.problem);
      if (read.marker !== undefined) markers.push(read.marker);
      if (!read.prose) continue;
    }
    const found = isRead ? findJSDocTag(content, definitions) : undefined;
    if (found !== undefined) tagged.push({ found, position: positionOf(line.offset + start) });
    if (isRead) problems.push(...asText(content, (at) => positionOf(line.offset + start + at), definitions));
    if (tag === undefined) prose.push(line.text.trimEnd());
  }
  const replaces = ({ name }: Marker, { tag }: JSDocTag) => definitions.find(name)?.jsdocTags?.includes(tag) === true;
  for (const { found, position } of tagged)
    if (!markers.some((marker) => replaces(marker, found))) problems.push(jsdocTagProblem(found, position));
  return { markers, problems, description: tidy(prose) };
}

interface ReadMarker {
  readonly marker?: Marker;
  readonly problem?: Problem;
  readonly prose?: true;
}

function readMarker(content: string, position: Position, definitions: MarkerDefinitions): ReadMarker {
  const name = /^\+([A-Za-z_][A-Za-z0-9_.:-]*)/.exec(content)?.[1]?.replace(/:+$/, "");
  if (name === undefined) return { prose: true };
  const isOurs = definitions.find(name) !== undefined || definitions.isFamily(name);
  if (!isOurs) {
    const problem = nearMiss(content, name, position, definitions);
    return { prose: true, ...(problem === undefined ? {} : { problem }) };
  }
  // A misspelt marker is parsed by the definition of the marker that the author probably meant.
  const find = (known: string): MarkerDefinition | undefined =>
    definitions.find(known) ?? definitions.find(definitions.nearest(known) ?? "");
  const definition = find(name);
  const parsed = parseMarker(content, position, find);
  if ("marker" in parsed) return { marker: complete(parsed.marker, definitions) };
  const takesValue = definition !== undefined && definition.value !== "none";
  const parse = (text: string) => parseMarker(text, position, find);
  const repaired = withoutBlanks(repair(content, takesValue), parse);
  const meant = repaired === content ? undefined : parse(repaired);
  const isRepaired = meant !== undefined && "marker" in meant && definition?.check?.(meant.marker) === undefined;
  const marker = { position };
  const example = definition?.example.split("\n", 1)[0];
  const problem: Problem = {
    ...markersProblems.is("markers/malformed"),
    message: `\`+${name}\` is not a well-formed marker: ${parsed.error}`,
    ...(isRepaired ? remedy(replaceMarker(marker, repaired)) : {}),
    ...(isRepaired || example === undefined
      ? {}
      : remedyAs(`for example: ${example}`, { ...replaceMarker(marker, example), isExample: true })),
    position: { ...position, column: position.column + parsed.offset },
  };
  return isRepaired ? { problem, marker: complete(meant.marker, definitions) } : { problem };
}

/**
 * Returns a marker in which an unknown name is replaced by the nearest known name. If the value of
 * the marker names a folder, adds the folder.
 */
function complete(marker: Marker, definitions: MarkerDefinitions): Marker {
  const meant = asMeant(marker, definitions);
  const role = definitions.find(meant.name)?.namesFolder;
  return role === undefined ? meant : withFolder(meant, role);
}

/**
 * Corrects a line that is nearly a marker: removes blanks after the marker's name and around the
 * `=`, and replaces a `:` after the name by `=`. If the marker takes a value, also replaces a blank
 * between the name and a value without blanks by `=`. Returns other lines unchanged.
 */
function repair(content: string, takesValue: boolean): string {
  const signed = content
    .replace(/^(\+[\w.:-]+?):\s+/, "$1=")
    .replace(/^(\+[\w.:-]+)\s*=\s*/, "$1=")
    .replace(/^(\+[\w.:-]+)\s+\(/, "$1(");
  return takesValue ? signed.replace(/^(\+[\w.:-]+)\s+([^\s=(]+)$/, "$1=$2") : signed;
}

/** Removes the blanks that the grammar does not allow, one after the other. */
function withoutBlanks(content: string, parse: (text: string) => ParsedMarker): string {
  let text = content;
  for (
    let parsed = parse(text);
    "error" in parsed && parsed.error.startsWith("unexpected blank");
    parsed = parse(text)
  ) {
    text = text.slice(0, parsed.offset) + text.slice(parsed.offset).trimStart();
  }
  return text;
}

/**
 * Reports a known marker whose `+` is missing or replaced by another character. Reports it only if
 * the rest of the line has the form of a marker, because a sentence can begin with the same word.
 */
function withoutPlus(content: string, positionOf: () => Position, definitions: MarkerDefinitions): Problem | undefined {
  if (!/^[-@*+]?\s*[A-Za-z][\w.-]*[:=]\S/.test(content) || /^\+\S/.test(content)) return undefined;
  const text = content.replace(/^[-@*+]?\s*/, "");
  const name = /^[\w.:-]+/.exec(text)?.[0] ?? "";
  if (definitions.find(name) === undefined) return undefined;
  return {
    ...markersProblems.is("markers/near-miss", "warning"),
    message: `\`${name}\` is not read as a marker: a marker starts with +${/^\+\s/.test(content) ? " without a blank after it" : ""}`,
    ...remedy(replaceMarker({ position: positionOf() }, `+${text}`)),
    position: positionOf(),
  };
}

/** Reports a known marker that is read as part of the description because of its form. */
function asText(
  content: string,
  positionAt: (offset: number) => Position,
  definitions: MarkerDefinitions,
): readonly Problem[] {
  const problem =
    withoutPlus(content, () => positionAt(0), definitions) ?? behindText(content, positionAt, definitions);
  return problem === undefined ? [] : [problem];
}

/**
 * Reports a known marker at the end of a line of text. Reports it only if it has a value or follows
 * the end of a sentence, because text can contain the same word.
 */
function behindText(
  content: string,
  positionAt: (offset: number) => Position,
  definitions: MarkerDefinitions,
): Problem | undefined {
  const [, before, marker, name] = /^([^+]*\s)(\+([A-Za-z][\w.:-]*)(?:[=(].*)?)$/.exec(content) ?? [];
  if (before === undefined || marker === undefined || name === undefined) return undefined;
  if (marker === `+${name}` && !/[.:;,!?]\s+$/.test(before)) return undefined;
  if (/\s/.test(marker.replaceAll(/"[^"]*"|`[^`]*`/g, ""))) return undefined;
  const position = positionAt(before.length);
  const isKnown = definitions.find(name) !== undefined;
  if (!isKnown || !("marker" in parseMarker(marker, position, definitions.find))) return undefined;
  return {
    ...markersProblems.is("markers/near-miss", "warning"),
    message: `\`+${name}\` is not read as a marker: a marker must be at the beginning of a line`,
    hint: `write ${marker} on a separate line`,
    position,
  };
}

/**
 * Replaces an unknown name of a marker by the nearest known name. Retains the name if no known name
 * is similar.
 */
function asMeant(marker: Marker, definitions: MarkerDefinitions): Marker {
  const { name } = marker;
  const whole = marker.then === undefined ? marker : { ...marker, then: asMeant(marker.then, definitions) };
  if (definitions.find(name) !== undefined || definitions.find(`${name}:`) !== undefined) return whole;
  const meant = definitions.nearest(name);
  return meant === undefined ? whole : { ...whole, name: meant, written: name };
}

/**
 * Reports a word with `+` that has no known prefix but is similar to the name of a marker. Reports
 * it only if the rest of the line has the form of a marker, because text can begin with `+`.
 */
function nearMiss(
  content: string,
  name: string,
  position: Position,
  definitions: MarkerDefinitions,
): Problem | undefined {
  const rest = content.slice(name.length + 1);
  if (name.length < 4 || !/^($|=|\(|\s+#)/.test(rest)) return undefined;
  const present = definitions.findFormer(name);
  if (present !== undefined) return formerName(name, rest, present, position);
  const meant = definitions.nearest(name);
  if (meant === undefined) return undefined;
  return {
    ...markersProblems.is("markers/near-miss", "error"),
    message: `unknown marker \`+${name}\``,
    ...remedy(replaceText(position, `+${name}`, `+${meant}`, `did you mean \`+${meant}\`?`)),
    position,
  };
}

/**
 * Reports the former name of a marker. If the value is `false`, the advice is to remove the marker,
 * because the generator is disabled without it.
 */
function formerName(name: string, rest: string, present: MarkerDefinition, position: Position): Problem {
  const marker = { position };
  const isOff = rest.startsWith("=false");
  return {
    ...markersProblems.is("markers/near-miss", "error"),
    message: `\`+${name}\` is the former name of \`+${present.name}\``,
    ...remedy(isOff ? removeMarker(marker) : replaceMarker(marker, `+${present.name}`)),
    position,
  };
}

interface CommentLine {
  readonly text: string;
  readonly offset: number;
}

/** Matches the line terminators of TypeScript. */
const lineEnds = /(\r\n?|[\n\u2028\u2029])/;

/**
 * Returns the lines between the comment's delimiters. Offsets are relative to the start of the
 * comment.
 */
function commentLines(text: string): CommentLine[] {
  const lines: CommentLine[] = [];
  let offset = 0;
  let block = false;
  const parts = text.split(lineEnds);
  for (let part = 0; part < parts.length; part += 2) {
    const [full = "", end = ""] = parts.slice(part, part + 2);
    let from = 0;
    let to = full.length;
    const open = block ? null : /^\s*\/\*+/.exec(full);
    if (open !== null) {
      block = true;
      // In `/**/`, the second star belongs to the closing delimiter too.
      from = Math.min(open[0].length, full.endsWith("*/") ? to - 2 : to);
    } else if (block) from = /^\s*\*?(?!\/)/.exec(full)?.[0].length ?? 0;
    else from = /^\s*(\/\/+)?/.exec(full)?.[0].length ?? 0;
    const inBlock = block;
    const close = block ? full.indexOf("*/", from) : -1;
    if (close >= 0) {
      to = close;
      block = false;
    }
    const content = full.slice(from, Math.max(from, to));
    lines.push({ text: inBlock ? unescapeBlock(content) : content, offset: offset + from });
    offset += full.length + end.length;
  }
  return lines;
}

/**
 * Removes one blank at the start of each line, and empty lines at both ends. Reduces several empty
 * lines to one.
 */
function tidy(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^ /, ""))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

import type { AnyNode, DocumentNode, ElementNode, Location, MemberNode } from "@humanwhocodes/momoa";
import { join } from "node:path";
import { askDisk } from "../base/ask.js";
import type { Fix } from "../base/fix.js";
import { sortProblems, type Position, type Problem } from "../base/problem.js";
import type { SettingProblem } from "./settings.js";
import { configProblems } from "./problem-codes.js";

/**
 * Returns mistakes in the configuration as problems with line and column. The parser that finds
 * positions is loaded by the first call, because most configurations have no mistakes.
 *
 * @param prefix path of the configuration in the file's JSON: `["codegen"]` in a package.json
 */
export async function locate(
  file: string,
  text: string,
  reasons: readonly SettingProblem[],
  prefix: readonly string[],
): Promise<Problem[]> {
  const { parse } = await import("@humanwhocodes/momoa");
  const document = parse(text, { mode: "json" });
  const problems = reasons.map(({ path, at, code, message, hint, severity, instead }): Problem => {
    const place = placeIn(document, [...prefix, ...path]);
    const { start } = place[at].loc;
    const fix =
      instead === undefined
        ? undefined
        : fixOf(file, text, instead === "nothing" ? removal(place) : { ...place[at].loc, ...instead }, hint ?? message);
    return {
      code,
      severity,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(fix === undefined ? {} : { fixes: [fix] }),
      position: { file, line: start.line, column: start.column },
    };
  });
  return sortProblems(problems);
}

/**
 * Returns the mistakes in a project's configuration file as problems with line and column.
 * @param read returns the text of a file in the project; undefined if the file does not exist
 */
export async function locateInProject(
  { root, configFile: file = "package.json" }: { readonly root: string; readonly configFile?: string },
  reasons: readonly SettingProblem[],
  read = (path: string): string | undefined => askDisk("text", join(root, path)),
): Promise<Problem[]> {
  if (reasons.length === 0) return [];
  const text = read(file)?.replace(/^\uFEFF/, "") ?? "{}";
  return locate(file, text, reasons, file === "package.json" ? ["codegen"] : []);
}

/**
 * Reports keys that occur twice in one object of the configuration. `JSON.parse` would ignore all
 * except the last one.
 */
export async function repeatedKeys(file: string, text: string, prefix: readonly string[]): Promise<Problem[]> {
  if (!mayRepeat(text)) return [];
  const { parse } = await import("@humanwhocodes/momoa");
  const problems: Problem[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type === "Array")
      node.elements.forEach(({ value }) => {
        visit(value);
      });
    if (node.type !== "Object") return;
    const seen = new Set<string>();
    for (const [index, { name: key, value }] of node.members.entries()) {
      const name = keyOf(key);
      const { line, column } = key.loc.start;
      const hint = "remove one of them";
      const fix = fixOf(file, text, removal({ key, value, list: node.members, index }), hint);
      const message = `the key ${JSON.stringify(name)} occurs twice in this object, and JSON uses only the last value`;
      if (seen.has(name))
        problems.push({
          ...configProblems.is("config/repeated-key"),
          message,
          hint,
          fixes: [fix],
          position: { file, line, column },
        });
      seen.add(name);
      visit(value);
    }
  };
  const top = parse(text, { mode: "json" }).body;
  if (prefix.length === 0) visit(top);
  else if (top.type === "Object")
    for (const { name, value } of top.members) if (keyOf(name) === prefix[0]) visit(value);
  return problems;
}

/**
 * Reports whether a JSON text may contain a key twice in one object. This quick check avoids
 * loading the parser for most configurations.
 */
function mayRepeat(text: string): boolean {
  const keys = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g) ?? [];
  return keys.some((key) => key.includes("\\")) || new Set(keys).size < keys.length;
}

function keyOf(name: MemberNode["name"]): string {
  return name.type === "String" ? name.value : name.name;
}

/** Returns the problem for a file that is not JSON, with the position of the error. */
export async function syntaxProblem(file: string, text: string): Promise<Problem> {
  const { parse } = await import("@humanwhocodes/momoa");
  let position: Position = { file, line: 1, column: 1 };
  let reason = "it is not JSON";
  try {
    parse(text, { mode: "json" });
  } catch (error) {
    if (error instanceof Error) {
      reason = inCharacters(error.message.replace(/ ?\(\d+:\d+\)\.?$/, "").replace(/\.$/, ""));
      if ("line" in error && "column" in error) {
        position = { file, line: Number(error.line), column: Number(error.column) };
      }
    }
  }
  const hint = syntaxHint(text, position);
  return {
    ...configProblems.is("config/syntax"),
    message: `the configuration can't be read: ${reason}`,
    ...(hint === undefined ? {} : { hint }),
    position,
  };
}

/**
 * Returns a hint for syntax that variants of JSON allow but JSON does not, such as comments.
 * Returns undefined for other errors.
 */
function syntaxHint(text: string, { line, column }: Position): string | undefined {
  const lines = text.split("\n");
  const before = [...lines.slice(0, line - 1), (lines[line - 1] ?? "").slice(0, column - 1)].join("\n");
  const rest = (lines[line - 1] ?? "").slice(column - 1);
  if (/^[}\]]/.test(rest) && /,\s*$/.test(before))
    return "remove the comma before it: JSON allows no comma after the last element";
  if (/^\/[/*]/.test(rest)) return "remove the comment: JSON allows no comments";
  if (rest.startsWith("'")) return "write strings in double quotes";
  return text.trim() === "" ? "for a configuration without settings, write {}" : undefined;
}

const characters: { readonly [token: string]: string } = {
  LBrace: "`{`",
  RBrace: "`}`",
  LBracket: "`[`",
  RBracket: "`]`",
  Comma: "`,`",
  Colon: "`:`",
};

/**
 * Replaces the name of a token in the parser's message by the token itself, such as `Comma` by `,`.
 */
function inCharacters(reason: string): string {
  return reason.replace(
    /^Unexpected token (\w+) found/,
    (_text, token: string) => `unexpected ${characters[token] ?? token.toLowerCase()}`,
  );
}

/**
 * A member of a JSON object, with its key and value. For an element of a list, both `key` and
 * `value` are the element.
 */
interface Place {
  readonly key: AnyNode;
  readonly value: AnyNode;
  /** All members of the enclosing object, or all elements of the enclosing list. */
  readonly list: readonly AnyNode[];
  readonly index: number;
}

function placeIn({ body }: DocumentNode, path: SettingProblem["path"]): Place {
  let place: Place = { key: body, value: body, list: [body], index: 0 };
  for (const step of path) {
    const node = place.value;
    if (node.type === "Object") {
      const index = node.members.findLastIndex(({ name }) => keyOf(name) === step);
      const member: MemberNode | undefined = node.members[index];
      if (member === undefined) break;
      place = { key: member.name, value: member.value, list: node.members, index };
    } else if (node.type === "Array" && typeof step === "number") {
      const element: ElementNode | undefined = node.elements[step];
      if (element === undefined) break;
      place = { key: element.value, value: element.value, list: node.elements, index: step };
    }
  }
  return place;
}

interface Change {
  readonly start: Location;
  readonly end: Location;
  readonly text: string;
  readonly isExample?: true;
}

/**
 * Returns the change that removes a member or element with one comma: the comma before it if it is
 * the last one, otherwise the comma after it.
 */
function removal({ value, list, index }: Place): Change {
  const own = list[index]?.loc ?? value.loc;
  const next = list[index + 1]?.loc.start;
  if (next !== undefined) return { start: own.start, end: next, text: "" };
  return { start: list[index - 1]?.loc.end ?? own.start, end: own.end, text: "" };
}

function fixOf(file: string, text: string, { start, end, text: to, isExample }: Change, description: string): Fix {
  const from = text.slice(start.offset, end.offset);
  const at = { file, line: start.line, column: start.column };
  return {
    text: description,
    edits: [{ kind: "replace", at, from, to }],
    ...(isExample === undefined ? {} : { isExample }),
  };
}

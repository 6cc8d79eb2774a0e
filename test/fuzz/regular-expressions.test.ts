import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript6";
import { expect, test } from "vitest";
import { repository } from "../built-program.js";
import { cpuTime, unitOfCPUTime } from "../cpu-time.js";

/**
 * @file Runs each regular expression of the sources on long texts that repeat one part. An
 * expression that tries each position of such a text several times takes quadratic time, so a text
 * of some megabytes from a client would stop the server for minutes.
 */

/** Expressions that take quadratic time, with the reason why no client can send their text. */
const harmless: Readonly<Record<string, string>> = {
  "runtime/testing/rules/violations.ts": "the path of a field of a type",
  "apiserver/audit/event-line.ts": "a time that the server has printed",
  "apiserver/authentication/jwt/read-configuration.ts": "a URL in a file of the operator",
  "apiserver/endpoints/patch/unstructured-problem.ts": "JSON that the server has printed, without open strings",
  "apiserver/options/origin-pattern.ts": "a flag",
  "apiserver/run/subcommands/create-user.ts": "a file of the operator",
  "apiserver/util/proto-types.ts": "declarations in the source",
  "client/rest/http-transport.ts": "a URL that the caller configures",
  "client/rest/rest-client.ts": "a URL that the caller configures",
};

interface Found {
  readonly file: string;
  readonly regex: RegExp;
}

const length = 12_000;
const starts = ["", "a", '"', "0", "-", "{", ";"];
const parts = [
  ...Array.from("aA0 -_./,;:=+\"\\'\n\t{}[]()<>!~%&#@é"),
  ...["a.", "a-", "a/", "a,", "0.", "1h", "k=v,", "; a=b", '"\\', "a ", "ab", ".-", "0e"],
];

function filesIn(folder: string): readonly string[] {
  return readdirSync(`${repository}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const path = `${folder}/${name}`;
    if (entry.isDirectory()) return /^(?:dist|node_modules)$/.test(name) ? [] : filesIn(path);
    return name.endsWith(".ts") && !/\.(?:test|d)\.ts$/.test(name) ? [path] : [];
  });
}

function regularExpressionsIn(file: string): readonly Found[] {
  const text = readFileSync(`${repository}${file}`, "utf8");
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ file, regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** Reports whether a test of a text takes more CPU time than the limit, in milliseconds. */
function exceeds(limit: number, regex: RegExp, text: string): boolean {
  regex.lastIndex = 0;
  const start = performance.now();
  regex.test(text);
  // The CPU time is at most the elapsed time, and most tests are faster than the clock of CPU time.
  if (performance.now() - start <= limit) return false;
  regex.lastIndex = 0;
  return cpuTime(() => regex.test(text)) > limit;
}

/** Returns the text for which an expression is slow; undefined if there is none. */
function slowText(regex: RegExp, limit: number): string | undefined {
  const own = regex.source.match(/\w{1,6}/g) ?? [];
  for (const part of new Set([...parts, ...own]))
    for (const start of starts) {
      const text = `${start}${part.repeat(Math.ceil(length / part.length))}\0`;
      // The first run compiles the expression.
      if (exceeds(limit, regex, text) && exceeds(limit, regex, text)) return `${start}${part}…`;
    }
  return undefined;
}

test("regular expressions take linear time for strings of clients", { timeout: 600_000 }, () => {
  const found = ["runtime", "apiserver", "client"].flatMap(filesIn).flatMap(regularExpressionsIn);
  expect(found.length).toBeGreaterThan(200);
  const limit = unitOfCPUTime() / 12;
  // Several files have the same expression.
  const distinct = new Map(found.map(({ regex }) => [String(regex), regex]));
  const slowTexts = new Map(Array.from(distinct, ([name, regex]) => [name, slowText(regex, limit)]));
  const slow = found.flatMap(({ file, regex }) => {
    const text = slowTexts.get(String(regex));
    return text === undefined ? [] : [{ file, regex: String(regex), text }];
  });
  expect(slow.filter(({ file }) => harmless[file] === undefined)).toEqual([]);
  expect(new Set(slow.map(({ file }) => file))).toEqual(new Set(Object.keys(harmless)));
});

import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { proseOf } from "./prose-of.js";
import { isGenerated, read, root, sourceFiles } from "./source-files.js";

/** Words and phrases that plain technical English does not need, each with its replacement. */
const rejected: readonly (readonly [RegExp, string])[] = [
  [/\b(nobody|somebody|whoever|everybody|anybody)\b/i, "name the caller, client or user, or use the passive"],
  [/\bperson('s)?\b/i, "hand-written, or user"],
  [/\bbut for\b/i, "except"],
  [/\banew\b/i, "again"],
  [/\bis no (?!longer\b|more than\b|less than\b)[a-z]/i, "is not a"],
  [/\bstands? (on|in|for|there|at|before|behind)\b/i, "is, or appears"],
  [/\b(is|are|was|were|be|been) told\b/i, "is reported"],
  [/\bin a circle\b|\bcircles?\b/i, "cycle"],
  [
    /(^|[.;:] )(What|Who|Those) [a-z' ]+ (is|are|has|have|does|do|can|may|must|will)\b(?!.*\?)/,
    "a noun as the subject",
  ],
];

const files = sourceFiles().filter((path) => !isGenerated(path) && !/^test\/house-rules\//.test(path));
const docs = [
  ...["docs", "docs/generators"].flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

test("comments, messages and docs use plain technical English", () => {
  const found = [...files, ...docs].flatMap((path) =>
    proseOf(path, read(path)).flatMap(({ line, text }) =>
      rejected
        .filter(([pattern]) => pattern.test(text))
        .map(([pattern, better]) => `${path}:${line}: ${pattern.exec(text)?.[0] ?? ""} (write: ${better})`),
    ),
  );
  expect(found).toEqual([]);
});

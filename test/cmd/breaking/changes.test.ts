import { expect, test } from "vitest";
import { breakingProblems } from "../../../cmd/codegen/breaking/form/codes.js";
import { temporaryFolder, type Tree } from "../../engine/temporary-folder.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { fieldCases, groupOf, ruleCases, type Case } from "./one-version.js";
import { resourceCases, unchangedCases } from "./served-cases.js";

interface Listed {
  readonly changes: readonly {
    readonly code: string;
    readonly severity: string;
    readonly kind: string;
    readonly path: string;
    readonly file: string;
    readonly hint?: string;
  }[];
}

/** Compares all cases in one run: each has a group of its own. */
async function compare(cases: readonly Case[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const treeOf = (state: "old" | "now"): Tree =>
    Object.assign({}, ...cases.map((one) => groupOf(one.name, one[state]))) as Tree;
  const old = temporaryFolder(treeOf("old"));
  const { stdout, stderr } = await runHere(apiProject(treeOf("now")), [
    "breaking",
    "--against",
    old,
    "--format",
    "json",
  ]);
  expect(stderr).toBe("");
  const { changes } = JSON.parse(stdout) as Listed;
  expect(changes, stdout).toBeDefined();
  const found = new Map(cases.map(({ name }): [string, string[]] => [name, []]));
  for (const { severity, code, hint } of changes) if (severity === "breaking") expect(hint, code).toBeDefined();
  for (const { code, severity, kind, path, file } of changes)
    found.get(file.split("/")[1] ?? "")?.push(`${code.replace("breaking/", "")} ${severity} ${kind} ${path}`);
  return found;
}

const all = { fieldCases, ruleCases, resourceCases, unchangedCases };

for (const [title, cases] of Object.entries(all))
  test(`each of the ${title} is reported once, with its code, severity, kind and path`, async () => {
    const found = await compare(cases);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(cases.map(({ name, expected }) => [name, expected])));
  });

test("every code has a case", () => {
  const elsewhere = ["removed-kind", "lost-in-conversion", "changed-storage-version", "changed-protobuf-number"];
  const listed = Object.values(all).flatMap((cases) =>
    cases.flatMap(({ expected }) => expected.map((line) => line.split(" ")[0])),
  );
  const codes = Object.keys(breakingProblems.rows).map((code) => code.replace("breaking/", ""));
  expect([...new Set([...listed, ...elsewhere])].sort()).toEqual(codes.sort());
});

import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { workFolder, writeFiles } from "../generators/run-generated.js";
import { ourAnswers } from "./answers.js";
import { differencesOf, listedDifferences } from "./differences.js";
import { generateCRDs, peer, peerCases, type PeerCase } from "./peer-cases.js";
import type { CRD } from "../../runtime/crd/index.js";
import { asksGo } from "../sizes.js";

const cases = peerCases();
const generated = await Promise.all(cases.map(generateCRDs));

test("the types of all cases have no problems but a missing webhook for conversions", () => {
  const problems = generated.flatMap((one, at) =>
    one.problems
      .filter(({ code }) => !["crd/no-conversion", "crd/size", "cel/cost"].includes(code))
      .map(({ code, message }) => `${cases[at]?.name ?? ""}: ${code} ${message}`),
  );
  expect(problems).toEqual([]);
});

test("the same CRDs are generated as by controller-gen, with the same file names", () => {
  for (const [at, { name, crds }] of cases.entries())
    expect([name, Object.keys(generated[at]?.crds ?? {}).toSorted()]).toEqual([name, Object.keys(crds).toSorted()]);
});

test("CRDs differ from those of controller-gen only where a reason is listed, and all reasons are true", () => {
  const found = cases.flatMap(({ name, crds }, at) =>
    Object.entries(crds).flatMap(([file, text]) =>
      differencesOf(parse(text) as CRD, generated[at]?.crds[file] ?? {}).map((line) => `${name} ${line}`),
    ),
  );
  const listed = listedDifferences();
  expect(found.toSorted()).toEqual(listed.map(({ line }) => line).toSorted());
  for (const { line, reason } of listed) expect([line, reason.length > 20]).toEqual([line, true]);
});

test("the CRDs follow the rules of Kubernetes", () => {
  for (const [at, { name }] of cases.entries())
    for (const crd of Object.values(generated[at]?.crds ?? {})) expect([name, ourAnswers(crd)]).toEqual([name, []]);
});

// With this environment, Go uses only the modules in its module cache, and downloads nothing.
const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" };
const hasGo = asksGo && spawnSync("go", ["tool", "controller-gen", "--version"], { cwd: peer, env }).status === 0;

/**
 * Returns the files that controller-gen writes for the Go packages of all cases, by their names.
 */
function runGo(): Readonly<Record<string, string>> {
  const work = workFolder("controller-gen");
  try {
    writeFiles(work, Object.fromEntries(cases.flatMap(({ go }) => Object.entries(go))));
    for (const file of ["go.mod", "go.sum"]) cpSync(join(peer, file), join(work, file));
    const options = "crd:allowDangerousTypes=true,ignoreUnexportedFields=true";
    const args = ["tool", "controller-gen", options, "paths=./...", "output:crd:dir=out"];
    const { stderr, status } = spawnSync("go", args, { cwd: work, env, encoding: "utf8" });
    expect([stderr, status]).toEqual(["", 0]);
    const out = join(work, "out");
    return Object.fromEntries(readdirSync(out).map((file) => [file, readFileSync(join(out, file), "utf8")]));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

// GO_ANSWERS=write records the files. A new case needs an empty section for each file.
test.skipIf(!hasGo)(
  "the recorded files are those of controller-gen (needs Go and the modules of test/peers/controller-gen)",
  () => {
    const files = runGo();
    if (process.env["GO_ANSWERS"] === "write") for (const one of cases) record(one, files);
    else expect(files).toEqual(Object.fromEntries(cases.flatMap(({ crds }) => Object.entries(crds))));
  },
);

/** Writes the files that a case has sections for. */
function record({ name, crds }: PeerCase, files: Readonly<Record<string, string>>): void {
  const path = join(peer, "cases", `${name}.txt`);
  const [before] = readFileSync(path, "utf8").split(/^-- go\/out\/.* --$/m);
  const sections = Object.keys(crds).map((file) => `-- go/out/${file} --\n${files[file] ?? ""}`);
  writeFileSync(path, `${before ?? ""}${sections.join("")}`);
}

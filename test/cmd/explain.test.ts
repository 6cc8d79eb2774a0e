import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { namesProject } from "./names-project.js";
import { runHere } from "./run-here.js";

const project = () => temporaryFolder({ "package.json": "{}" });

describe("codegen explain", () => {
  test.each(["crd/no-kind", "crd/no-kind:"])("%s prints the row of the code, with an example", async (code) => {
    const { stdout, stderr, status } = await runHere(project(), ["explain", code]);
    expect(stdout).toBe(`crd/no-kind
  \`+kubebuilder:object:root\` is on a type that is not a kind.
  Let the type extend \`TypeMeta\`, or remove the marker.

  severity  warning
  position  marker
  see       docs/crds.md#first-crd
  example   +kubebuilder:object:root has no effect on NoKind: NoKind does not extend TypeMeta
                remove the marker
`);
    expect([stderr, status]).toEqual(["", 0]);
  });

  test("prints all codes with the given second part", async () => {
    const { stdout } = await runHere(project(), ["explain", "near-miss"]);
    expect(stdout.match(/^[a-z]\S*$/gm)).toEqual([
      "deepcopy/near-miss",
      "defaults/near-miss",
      "fuzz/near-miss",
      "markers/near-miss",
    ]);
  });

  test("without a code lists all codes, one on each line", async () => {
    const { stdout, status } = await runHere(project(), ["explain"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(250);
    expect(lines.filter((line) => !/^[a-z-]+\/[a-z0-9-]+ +[a-z,]+ {2,}[A-Z`@].*\.$/.test(line))).toEqual([]);
    expect(status).toBe(0);
  });

  test("json has the rows as data", async () => {
    const { stdout } = await runHere(project(), ["explain", "breaking/removed-short-name", "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual({
      codes: [
        {
          code: "breaking/removed-short-name",
          severity: ["error", "warning", "info"],
          place: ["type"],
          meaning: "A short name was removed, which users of kubectl can use.",
          repair: "Keep the short name: +kubebuilder:resource:shortName=<name>.",
          page: "docs/breaking.md",
        },
      ],
    });
  });

  test("markdown has the chosen rows in the sections of their areas", async () => {
    const { stdout } = await runHere(project(), ["explain", "no-kind", "--format", "markdown"]);
    expect(stdout.match(/^(##|\| \[).*?(?= \|| See|$)/gm)).toEqual(["## crd", "| [`crd/no-kind`](crds.md#first-crd)"]);
  });

  test.each([
    ["crd/no-kidn", "; did you mean crd/no-kind?"],
    ["crd/unfinished-functoin", "; did you mean conversion/unfinished-function?"],
    ["nothing-like-it", "; codegen explain lists all codes"],
  ])("refuses the unknown code %s", async (code, advice) => {
    expect(await runHere(project(), ["explain", code])).toEqual({
      stdout: "",
      stderr: `codegen: unknown problem code ${code}${advice}\n`,
      status: 2,
    });
  });

  test("knows the codes of the project's custom generators", async () => {
    const root = namesProject();
    expect((await runHere(root, ["explain", "names/bad"])).stdout).toMatch(
      /^names\/bad\n {2}A type has a bad name\.\n/,
    );
    expect((await runHere(root, ["explain", "--format", "markdown"])).stdout).toMatch(
      "\n## names\n\nTypes have good names.\n\n| code | severity ",
    );
  });

  test("its rows are the rules of SARIF", async () => {
    const root = temporaryFolder({ "package.json": "{}", "codegen.config.json": `{ "path": ["apis"] }` });
    const { stdout } = await runHere(root, ["--format", "sarif"]);
    expect(stdout).toContain(`"text": "The configuration has a key that does not exist."`);
    expect(stdout).toContain(`Correct or remove the key. See docs/configuration.md of the documentation."`);
  });
});

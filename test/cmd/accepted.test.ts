import { expect, test } from "vitest";
import { apiProject, doc } from "./api-project.js";
import { runHere } from "./run-here.js";

const types = (...markers: readonly string[]): string =>
  `/**\n${markers.map((marker) => ` * +${marker}\n`).join("")} */\nexport interface Pie {\n  size: number;\n  slices?: Pie[];\n}\n`;
const rule = `kubebuilder:validation:XValidation:rule="self.size > 1"`;
const code = "validation/unenforced-rule";

/** Returns the output of runs in all formats, with `--strict`. */
async function outputs(files: Record<string, string>): Promise<readonly string[]> {
  const root = apiProject({ "apis/shop/v1/doc.ts": doc("k8s:deepcopy-gen=package", "k8s:validation-gen=*"), ...files });
  const runs: string[] = [];
  for (const format of ["text", "json", "github", "sarif"]) {
    const { stdout, stderr, status } = await runHere(root, ["--strict", "--dry-run", "--format", format]);
    runs.push(`${status} ${stdout}${stderr}`);
  }
  return runs;
}

test("an accepted warning is quiet in every format, and no error under --strict", async () => {
  for (const output of await outputs({ "apis/shop/v1/types.ts": types(rule) })) expect(output).toMatch(code);
  const accepted = types(`codegen:accept=${code}: the cluster enforces the rule`, rule);
  for (const output of await outputs({ "apis/shop/v1/types.ts": accepted })) {
    expect(output).toMatch(/^0 /);
    expect(output).not.toMatch(code);
  }
});

test("a marker in doc.ts accepts the warnings of all files of its folder", async () => {
  const markers = doc("k8s:deepcopy-gen=package", "k8s:validation-gen=*", `codegen:accept=${code}: in the cluster`);
  const files = { "apis/shop/v1/doc.ts": markers, "apis/shop/v1/types.ts": types(rule) };
  for (const output of await outputs(files)) expect(output).not.toMatch(code);
});

test("a run for some folders does not report a marker that accepts nothing", async () => {
  const accepted = types(`codegen:accept=${code}: the cluster enforces the rule`);
  const root = apiProject({
    "apis/shop/v1/doc.ts": doc("k8s:deepcopy-gen=package"),
    "apis/shop/v1/types.ts": accepted,
  });
  expect((await runHere(root, ["--dry-run"])).stderr).toMatch("markers/accepts-nothing");
  expect((await runHere(root, ["--dry-run", "apis/shop/v1"])).stderr).not.toMatch("markers/accepts-nothing");
});

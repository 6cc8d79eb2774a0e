import { join } from "node:path";
import { test } from "vitest";
import { apiProject } from "../../cmd/api-project.js";
import { runHere } from "../../cmd/run-here.js";
import { expectExplained } from "./alarms.js";
import { goModule } from "./go-module.js";

const releases = ["v1.30.0", "v1.32.0", "v1.34.0", "v1.36.0"];

/** The groups with their versions, which each release serves. */
const groups: { readonly [group: string]: string } = {
  "": "v1",
  "admissionregistration.k8s.io": "v1",
  apps: "v1",
  autoscaling: "v2",
  batch: "v1",
  "coordination.k8s.io": "v1",
  "flowcontrol.apiserver.k8s.io": "v1",
  "networking.k8s.io": "v1",
  policy: "v1",
  "rbac.authorization.k8s.io": "v1",
  "storage.k8s.io": "v1",
};

/** Imports the documents of a release. */
async function imported(module: string): Promise<string> {
  const root = apiProject({});
  for (const [group, version] of Object.entries(groups)) {
    const name = group === "" ? `api__${version}` : `apis__${group}__${version}`;
    const document = join(module, `api/openapi-spec/v3/${name}_openapi.json`);
    const { status, stderr } = await runHere(root, ["import", document, "--group", group]);
    if (status !== 0) throw new Error(stderr);
  }
  return root;
}

test("Kubernetes' types of four releases: each alarm is counted and explained in README.md", async () => {
  const modules = releases.map((release) => goModule(`k8s.io/kubernetes@${release}`));
  const found = modules.filter((module) => module !== undefined);
  if (found.length < modules.length) {
    console.warn("k8s.io/kubernetes cannot be fetched");
    return;
  }
  const roots: string[] = [];
  for (const module of found) roots.push(await imported(module));
  for (const [from, old] of releases.entries())
    for (const [to, now] of releases.entries()) {
      const [before, after] = [roots[from], roots[to]];
      if (before === undefined || after === undefined || to <= from) continue;
      const args = ["breaking", "--against", before, "--format", "json", "--seed", "1", "--samples", "40"];
      const { stdout } = await runHere(after, args);
      expectExplained(`Kubernetes ${old} to ${now}`, stdout);
    }
});

import { expect, test } from "vitest";
import { findPackages } from "../../engine/load/discover/find-packages.js";
import { diskFileSystem } from "../../engine/base/file-system.js";
import { load } from "../../engine/load/load.js";
import { ownMarkers } from "./own-markers.js";

const root = process.env.CORPORA;

test.skipIf(root === undefined)(
  "Kubernetes' own API types load without a problem (skipped unless CORPORA names the folder of corpora)",
  () => {
    const folder = root ?? "";
    const { packages, problems } = findPackages(folder, ["kubernetes"]);
    const disk = diskFileSystem(folder);
    // Without its declarations, the runtime accepts every imported name.
    const runtime = "node_modules/@apimachinery/runtime/package.json";
    const fileSystem = { ...disk, read: (path: string) => (path === runtime ? "{}" : disk.read(path)) };
    const started = performance.now();
    const loaded = load({ root: folder, targets: packages, definitions: ownMarkers, fileSystem });
    const took = performance.now() - started;
    console.log(`${packages.length} packages in ${took.toFixed(0)} ms`);
    expect(problems).toEqual([]);
    expect(loaded.problems).toEqual([]);
    const types = Object.values(loaded.universe.packages).flatMap((pkg) =>
      pkg.kind === "folder" ? Object.values(pkg.types) : [],
    );
    expect(types.filter((type) => type.shape.kind === "object")).toHaveLength(1160);
  },
);

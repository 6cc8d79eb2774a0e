import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { runIn, type ReportedProblem } from "../golden/cases.js";
import { parseCase } from "../golden/case-text.js";
import { workFolder, writeFiles } from "../generators/run-generated.js";
import { repository } from "../interop/repository.js";
import type { CRD } from "../../runtime/crd/index.js";

export const peer = join(repository, "test/peers/controller-gen");

/** Types in Go and in TypeScript that mean the same, and controller-gen's CRDs of them. */
export interface PeerCase {
  readonly name: string;
  /** The Go packages by their paths below `go/`. */
  readonly go: Readonly<Record<string, string>>;
  /** The TypeScript files by their paths. */
  readonly types: Readonly<Record<string, string>>;
  /** The texts of controller-gen's files by their names. */
  readonly crds: Readonly<Record<string, string>>;
}

/** Returns the cases in the folder `cases`. */
export function peerCases(): PeerCase[] {
  return readdirSync(join(peer, "cases")).map((file) => {
    const sections = [...parseCase(readFileSync(join(peer, "cases", file), "utf8")).input];
    const below = (prefix: string, isWanted: (path: string) => boolean = () => true) =>
      Object.fromEntries(
        sections
          .filter(([path]) => path.startsWith(prefix) && isWanted(path))
          .map(([path, text]) => [path.slice(prefix.length), text]),
      );
    return {
      name: file.replace(".txt", ""),
      go: below("go/", (path) => !path.startsWith("go/out/")),
      types: below("", (path) => !path.startsWith("go/")),
      crds: below("go/out/"),
    };
  });
}

/** CRDs by the names of their files, and the problems of the run. */
export interface Generated {
  readonly crds: Readonly<Record<string, CRD>>;
  readonly problems: readonly ReportedProblem[];
}

/** Returns the CRDs that this project generates for the types of a case. */
export async function generateCRDs({ name, types }: Pick<PeerCase, "name" | "types">): Promise<Generated> {
  const work = workFolder(`peer-${name}`);
  try {
    writeFiles(work, { "codegen.config.json": `{ "paths": ["apis"], "generators": ["crd"] }\n`, ...types });
    const { report } = await runIn(work);
    const files = report.files.filter(({ path }) => path.startsWith("generated/crds/"));
    const crds = files.map(({ path }) => [
      path.slice("generated/crds/".length),
      parse(readFileSync(join(work, path), "utf8")) as CRD,
    ]);
    return { crds: Object.fromEntries(crds) as Record<string, CRD>, problems: report.problems };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

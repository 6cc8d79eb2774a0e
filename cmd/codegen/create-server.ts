import { join } from "node:path";
import type { ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { neededByServer, setUp, withoutTypes } from "./init.js";
import { npmPackageName, projectName, serverScripts, serverScriptsWithoutTypes } from "./scaffold/manifest.js";
import { serverContainer } from "./scaffold/server/container.js";
import { additions } from "./scaffold/server/additions.js";
import {
  definitionFile,
  mainFile,
  sampleFile,
  strategiesFile,
  testFile,
  type NewServer,
} from "./scaffold/server/sources.js";
import { servedKinds } from "./served-kinds.js";
import type { Terminal } from "./terminal.js";
import { writeProgram } from "./write-program.js";

/** Command-line options of `codegen create server`. */
export interface NewServerOptions {
  /** The npm package with the types. The default is this project. */
  readonly from?: string;
}

/**
 * Runs `codegen create server`: writes a server for all kinds of the project. Does not change
 * existing files. Writes nothing if the types have errors or if the project has no kinds.
 *
 * @param unexpected arguments that do not belong to an option
 */
export async function createServer(
  unexpected: readonly string[],
  { from }: NewServerOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (unexpected.length > 0) {
    const given = unexpected.map((text) => JSON.stringify(text)).join(", ");
    throw new UsageError(
      `unexpected ${given}: create server takes no arguments, and creates a server for all kinds of the project`,
    );
  }
  const { home, folders, universe, groups } = await servedKinds(terminal, "A server", from);
  const { root } = home;
  const scripts = folders === undefined ? serverScriptsWithoutTypes : serverScripts;
  const changes = setUp(root, scripts, folders);
  const server: NewServer = { name: serverName(root), groups };
  const files = [
    mainFile,
    definitionFile(server),
    strategiesFile(server),
    ...groups.flatMap(({ kinds }) => kinds.map((kind) => sampleFile(universe, kind))),
    testFile(server),
  ];
  return writeProgram(terminal, root, {
    changes,
    files,
    container: serverContainer(root, folders === undefined),
    additions: (done) => additions(root, server, done, changes.kept),
    needed: folders === undefined ? withoutTypes(neededByServer) : neededByServer,
    scripts: ["dev", "test"],
  });
}

/** Returns the name of the server, such as `pizza-apiserver`, from the name of the package. */
function serverName(root: string): string {
  const name = projectName(root);
  return /server$/.test(name) ? name : `${npmPackageName(join(root, "..", name))}-apiserver`;
}

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { configName } from "../../engine/base/names.js";
import type { FoundConfiguration } from "../../engine/config/find.js";
import { isSettings } from "../../engine/config/settings.js";
import { formatter } from "../../engine/base/format.js";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import type { ExitCode } from "./exit.js";
import { neededByController, neededByServer, setUp, withoutTypes } from "./init.js";
import {
  controlledKind,
  findOwnedKind,
  type ChosenKind,
  type NewController,
} from "./scaffold/controller/chosen-kind.js";
import {
  controllerFile,
  controllerIdentifier,
  controllerMain,
  controllerTest,
  docFile,
  mainImport,
} from "./scaffold/controller/sources.js";
import { checkStatus } from "./scaffold/controller/status.js";
import type { NewFile } from "./scaffold/files.js";
import { controllerScripts, projectName } from "./scaffold/manifest.js";
import { adder, leasesToServe, setUpAdditions } from "./scaffold/server/additions.js";
import { controllerContainer } from "./scaffold/server/container.js";
import { controllerMainPath, controllersFolder, definitionPath } from "./scaffold/paths.js";
import { servedKinds } from "./served-kinds.js";
import type { Terminal } from "./terminal.js";
import { requireOptions } from "./usage.js";
import { writeProgram } from "./write-program.js";

/**
 * Runs `codegen create controller`: writes a controller for a kind, and a program that runs the
 * controller. Does not change existing files.
 *
 * @param unexpected arguments that do not belong to an option
 */
export async function runCreateController(
  unexpected: readonly string[],
  options: Partial<NewController>,
  terminal: Terminal,
): Promise<ExitCode> {
  const given = requireOptions(options, ["kind"], unexpected, "create controller --kind Pizza", terminal);
  const { from } = given;
  const { home, folders, universe, groups } = await servedKinds(terminal, "A controller", from);
  const { root } = home;
  const { codegen } = packageManagerOf(root);
  const owner = controlledKind(groups, given, (args) =>
    codegen(`create controller ${args}${from === undefined ? "" : ` --from ${from}`}`),
  );
  const owned = findOwnedKind(groups, owner, given.owns);
  const changes = setUp(root, controllerScripts, folders);
  checkStatus(universe, owner.version.type);
  const parts = { universe, owner, owned };
  const hasServer = existsSync(join(root, definitionPath));
  const needed = hasServer ? neededByServer : neededByController;
  const files = [
    ...(home.file === undefined ? [configuration(folders)] : []),
    docFile,
    ...(await formatted([
      controllerFile(parts),
      controllerMain(owner, `${projectName(root)}-controllers`),
      controllerTest(parts),
    ])),
  ];
  return writeProgram(terminal, root, {
    changes,
    files,
    container: controllerContainer(root, folders === undefined),
    additions: (done) => [
      ...setUpAdditions(root, done, changes.kept),
      ...configAdditions(home),
      ...adder(root, done)(controllerMainPath, (text) => mainAdditions(text, owner)),
      ...leasesToServe(root),
    ],
    needed: folders === undefined ? withoutTypes(needed) : needed,
    scripts: hasServer ? ["test", "dev", "dev:controller"] : ["test", "build", "start:controller"],
  });
}

async function formatted(files: readonly NewFile[]): Promise<NewFile[]> {
  const format = await formatter();
  return Promise.all(files.map(async ({ path, text }) => ({ path, text: await format(text, path) })));
}

/** Returns a new configuration with the project's folders and the folder of the controllers. */
function configuration(folders: readonly string[] = []): NewFile {
  const paths = [...new Set([...folders, controllersFolder])];
  return { path: configName, text: `${JSON.stringify({ paths }, undefined, 2)}\n` };
}

/**
 * Returns the key that an existing configuration needs to cover the folder of the controllers; an
 * empty list if nothing has to be added. Without the key, codegen reads the folder apis.
 */
function configAdditions({ file, value }: FoundConfiguration): string[] {
  const paths = isSettings(value) ? (value.paths ?? ["apis"]) : [];
  const covers = (path: string): boolean => `${controllersFolder}/`.startsWith(`${path.replace(/^\.\/|\/+$/g, "")}/`);
  return file === undefined || paths.some(covers)
    ? []
    : [
        `  ${basename(file)}:\n    "paths": [${[...paths, controllersFolder].map((path) => JSON.stringify(path)).join(", ")}]\n`,
      ];
}

/**
 * Returns the code to add to an existing program so that it runs the controller; empty if it
 * already does.
 */
function mainAdditions(text: string, owner: ChosenKind): readonly string[] {
  const identifier = controllerIdentifier(owner);
  return new RegExp(`\\b${identifier}\\b`).test(text)
    ? []
    : [mainImport(owner), `runControllers([ …, ${identifier} ], …)`];
}

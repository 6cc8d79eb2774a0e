import { Option, type Command } from "commander";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import type { CommandAction } from "./cli.js";
import type { ExitCode } from "./exit.js";
import { createExample } from "./scaffold/paths.js";
import type { Terminal } from "./terminal.js";

const aboutVersions = `
In a group without an internal hub, one version is the hub, to which all other versions convert:
  - A version that is more mature than the current hub becomes the hub (v1alpha1, v1beta1, v1, v2). It starts as
    a copy of the hub. The command changes the marker +k8s:conversion-gen in doc.ts of the other versions and the
    names in their hand-written conversions. It prints these changes, and the code that you must change.
  - A less mature version (v2alpha1 beside v1) converts to the current hub, which stays the hub, as in Kubernetes.
In a group with an internal hub, the command only creates the files of the version.`;

type ExplainingAction = <Options>(
  load: () => Promise<(unexpected: readonly string[], options: Options, terminal: Terminal) => Promise<ExitCode>>,
) => (options: Options, command: Command) => Promise<void>;

/** Adds the command `create` with its subcommands `api`, `version`, `server` and `controller`. */
export function addCreate(program: Command, { cwd }: Terminal, action: CommandAction): void {
  // Unexpected arguments are passed to the command, whose message explains them.
  const explaining: ExplainingAction = (load) => (options, command) => action(load)(command.args, options, command);
  const create = program
    .command("create")
    .description("write the first files of a kind, of a version, of a server or of a controller");
  create
    .command("api")
    .allowExcessArguments()
    .description("create the types of a kind in one version, and also in the hub if the group has an internal hub")
    .option("--group <group>", "required: a DNS name, such as restaurant.example.com")
    .option("--version <version>", "required: a version, such as v1alpha1 or v1")
    .option("--kind <kind>", "required: a name that begins with a capital letter, such as Pizza")
    .option("--namespaced", "the kind is namespaced; without this option, it is cluster-scoped")
    .option(
      "--internal-hub",
      "create a new group with an internal hub, to which all versions convert and which no client sees",
    )
    .addHelpText("after", () => `\nExample:\n  ${packageManagerOf(cwd).codegen(createExample)}`)
    .action(explaining(async () => (await import("./create.js")).createApi));
  create
    .command("version")
    .allowExcessArguments()
    .description("create a version with copies of the files of an existing version")
    .option("--from <version>", "required: the existing version, such as v1beta1")
    .option("--to <version>", "required: the new version, such as v1")
    .option(
      "--group <group>",
      "the name or the folder of the group; required if several groups have the existing version",
    )
    .option("--dry-run", "write nothing; print the changes")
    .addHelpText("after", aboutVersions)
    .action(explaining(async () => (await import("./create.js")).createVersion));
  create
    .command("server")
    .allowExcessArguments()
    .description("create a server for all kinds of the project, with samples, a test, npm scripts and a Dockerfile")
    .addOption(fromOption())
    .addHelpText(
      "after",
      `
Also sets up the folder, as codegen init does. Writes src/main.ts, src/definition.ts, src/strategies.ts,
samples/<kind>.yaml, test/server.test.ts, Dockerfile and .dockerignore.
Existing files are kept; the command prints the lines that you must add to them.`,
    )
    .action(explaining(async () => (await import("./create-server.js")).createServer));
  addCreateController(create, explaining);
}

function addCreateController(create: Command, explaining: ExplainingAction): void {
  create
    .command("controller")
    .allowExcessArguments()
    .description("create a controller of a kind, with a program, RBAC roles, a test, npm scripts and a Dockerfile")
    .option("--kind <kind>", "required: a kind of the project, such as Pizza")
    .option(
      "--group <group>",
      "the group of the kind, such as restaurant.example.com; required if several groups have the kind",
    )
    .option("--version <version>", "the version that the controller reads and writes; default: the hub")
    .addOption(fromOption())
    .option(
      "--owns <kind>",
      "the kind of the objects that the controller creates, such as Topping or Topping.example.com; default: Lease",
    )
    .addHelpText(
      "after",
      `
Also sets up the folder, as codegen init does. Writes src/controllers/<kind>.ts, src/controllers/main.ts,
src/controllers/doc.ts, test/<kind>-controller.test.ts, Dockerfile.controller and .dockerignore, and
codegen.config.json if the project has no configuration.
Existing files are kept; the command prints the lines that you must add to them.`,
    )
    .action(explaining(async () => (await import("./create-controller.js")).runCreateController));
}

function fromOption(): Option {
  return new Option("--from <package>", "the workspace package with the types, such as @acme/api");
}

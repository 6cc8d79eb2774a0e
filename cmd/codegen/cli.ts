import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { packageManagerOf, type PackageManager } from "../../engine/base/package-manager.js";
import { toolVersion } from "../../engine/base/tool-version.js";
import { isKnownVersion, knownVersions } from "../../runtime/cel/environment/known-versions.js";
import { addCreate } from "./create-commands.js";
import { exit, type ExitCode } from "./exit.js";
import { endedBy } from "./failure.js";
import { mistakenCommand } from "./mistaken-command.js";
import type { Terminal } from "./terminal.js";

const afterHelp = ({ run, codegen, add }: PackageManager): string => `
Without paths and configuration, codegen uses the folder "apis". The configuration is codegen.config.json
or the "codegen" key of package.json, in this folder or above, up to a folder with package.json or .git.

In another project, install it first:
  ${add(["@apimachinery/codegen"], "development")}
or create a new project:
  npx @apimachinery/codegen init
Then run codegen: ${run("generate")}, or with arguments: ${codegen("--check")}
(The command is also called apimachinery-codegen.)

Exit codes: 0 success; 1 problems in the input; 2 a wrong command line; 3 a bug in codegen`;

/** Runs one command line and returns its exit code. Does not end the process. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exit.done;
  const program = createProgram(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
    return endedBy(error, terminal, args);
  }
}

export type CommandAction = ReturnType<typeof actionOf>;

/**
 * Returns a function that makes the parser's action of a command. The action loads the command, and
 * calls it with the arguments and the options of the command line.
 */
function actionOf(terminal: Terminal, done: (code: ExitCode) => void) {
  return <Args extends readonly unknown[]>(load: () => Promise<(...args: [...Args, Terminal]) => Promise<ExitCode>>) =>
    async (...given: [...Args, Command]): Promise<void> => {
      const command = await load();
      // The last of the given values is the parser of the command.
      const args: readonly unknown[] = given.slice(0, -1);
      done(await command(...(args as [...Args]), terminal));
    };
}

/**
 * Creates the parser of command lines. Each command imports its modules only when it runs, so that
 * the help and a run without changes start fast.
 */
function createProgram(terminal: Terminal, done: (code: ExitCode) => void): Command {
  const action = actionOf(terminal, done);
  const program = new Command("codegen")
    .description(
      "Generates code for versioned Kubernetes APIs from TypeScript types with markers such as +k8s:deepcopy-gen.",
    )
    .version(toolVersion())
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      // The parser reads a misspelt command as a path, and refuses the options of the command as
      // unknown. The message then names the command that is meant.
      outputError: (message, write) => {
        const mistaken = mistakenCommand(program.args, terminal.cwd);
        write(mistaken === undefined ? message : `error: ${mistaken}\n`);
      },
    })
    .exitOverride()
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .argument("[paths...]", "folders of API types, or globs; subfolders are included")
    .option("--check", "write nothing; print a diff and exit with 1 if generated files are out of date")
    .option(
      "--only <generators>",
      "write only the files of the given generators, for example deepcopy,conversion",
      names,
    )
    .option("--strict", "treat warnings as errors")
    .option("--dry-run", "write nothing; list the files that codegen would write")
    .option("--watch", "run, and run again after each change of the input")
    .option("--stats", "print the duration of each stage")
    .addOption(
      new Option("--dump <what>", "write nothing; print the data of a stage as JSON").choices(["model", "plan"]),
    )
    .addOption(reportFormat())
    .option("--verbose", "also print details, unchanged files, and the stack trace of an internal error")
    .option("--config <file>", "the configuration file")
    .option(
      "--header <file>",
      "the file with the text at the beginning of every generated file; YEAR is replaced by the current year",
    )
    .option("--report-filename <file>", "the file with the known violations of API rules; a new violation is an error")
    .option("--update-report", "write the current violations of API rules into the report file")
    .addHelpText("after", () => afterHelp(packageManagerOf(terminal.cwd)))
    .action(action(async () => (await import("./generate.js")).generate));
  addMarkers(program, action);
  addExplain(program, action);
  addLossy(program, action);
  addBreaking(program, action);
  addRetire(program, action);
  addImport(program, action);
  addCheckCRD(program, action);
  addCEL(program, action);
  addReference(program, action);
  addInit(program, action);
  addCreate(program, terminal, action);
  addDev(program, action);
  nameHelp(program);
  return program;
}

/** Sets the line after a usage error, which names the help of the command. */
function nameHelp(command: Command, name = "codegen"): void {
  command.showHelpAfterError(
    `(${name} --help lists ${command.commands.length > 0 && name !== "codegen" ? "its commands" : "all options"})`,
  );
  for (const inner of command.commands) nameHelp(inner, `${name} ${inner.name()}`);
}

function addMarkers(program: Command, action: CommandAction): void {
  program
    .command("markers")
    .description("print all markers: the declarations on which each is valid, its value and an example")
    .argument("[name]", "print only this marker, such as default or k8s:conversion-gen")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json", "markdown"]).default("text"))
    .option("--config <file>", "the configuration file")
    .action(action(async () => (await import("./markers.js")).markers));
}

function addExplain(program: Command, action: CommandAction): void {
  program
    .command("explain")
    .description("print the meaning of a problem code and the correction, or list all codes")
    .argument("[code]", "print only this code, such as crd/no-kind or no-kind")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json", "markdown"]).default("text"))
    .option("--config <file>", "the configuration file")
    .action(action(async () => (await import("./explain.js")).runExplain));
}

function addLossy(program: Command, action: CommandAction): void {
  program
    .command("lossy")
    .description("print the fields of the hub that are lost in a round trip through a version, with the reasons")
    .argument("[paths...]", "folders of API types, or globs")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json", "markdown"]).default("text"))
    .option("--config <file>", "the configuration file")
    .action(action(async () => (await import("./lossy.js")).runLossy));
}

function addBreaking(program: Command, action: CommandAction): void {
  program
    .command("breaking")
    .description(
      "compare the API types with an older state, and print the changes that break clients or stored objects",
    )
    .argument("[paths...]", "compare only the kinds in these folders of API types; with --crd, two files")
    .option(
      "--against <state>",
      "required: the older state: a git revision, a folder, or the file of an npm package, such as main, ./old or api.tgz",
    )
    .option("--crd", "compare two files with CustomResourceDefinitions instead of types: --crd old.yaml new.yaml")
    .addOption(reportFormat())
    .option(
      "--samples <count>",
      "the number of random objects that are tested for a change whose rules cannot be compared",
      count,
      200,
    )
    .option(
      "--seed <number>",
      "the seed of the random objects; each run prints its seed, so that the run can be repeated",
      whole,
    )
    .option("--release <version>", "the current release, in the form of the lifecycle markers, such as 1.37", release)
    .option("--update-accepted", "write the current breaking changes into breaking.accepted.json")
    .option("--config <file>", "the configuration file")
    .addHelpText(
      "after",
      `
A name that is not an existing path and does not begin with . or / is a git revision. codegen reads its files
from the objects of git; the working tree does not change.
breaking.accepted.json, in the folder of the configuration, lists accepted changes with reasons.
Exit codes: 0 every breaking change is accepted; 1 a breaking change; 2 a wrong command line, or a state with errors`,
    )
    .action(action(async () => (await import("./breaking.js")).breaking));
}

function addRetire(program: Command, action: CommandAction): void {
  program
    .command("retire")
    .description(
      "print the stored objects, clients, webhooks and code that still need a version, and the next safe step",
    )
    .argument("<version>", "the version that will be removed, such as v1alpha1")
    .option("--group <group>", "required: the group of the version, such as cafe.example.com")
    .option("--kubeconfig <file>", "required: the kubeconfig with the server and a user who may read all resources")
    .option("--migrate", "update all objects of the group without changes, so that none is stored in the version")
    .addHelpText(
      "after",
      `
Sends requests to a running server or cluster. --migrate updates each object without a change, so that the server
stores the object in the storage version, and moves entries of the version in managedFields to another version. For
the store of a stopped server, use the command migrate --storage-version of the server.
The project must have the package @apimachinery/client.
Exit codes: 0 the version can be removed; 1 the version is needed; 2 a wrong command line, or an unreachable server`,
    )
    .action(action(async () => (await import("./retire.js")).retire));
}

function addImport(program: Command, action: CommandAction): void {
  program
    .command("import")
    .description("write the types of CustomResourceDefinitions, or of the OpenAPI document of a group and version")
    .argument("<files...>", "YAML or JSON files; a file can have several documents")
    .option("--out <folder>", "the folder in which each group gets a folder", "apis")
    .option(
      "--group <group>",
      "import only the kinds of this group; required if an OpenAPI document has several groups",
    )
    .option("--force", "also replace files that are hand-written, were changed after an import, or have other kinds")
    .addHelpText(
      "after",
      `
Writes <folder>/<first label of the group>/<version>/doc.ts and types.ts. From these files, codegen writes an equivalent CRD.
The command warns of each part of a schema that neither types nor markers can express.`,
    )
    .action(action(async () => (await import("./import.js")).importFiles));
}

function addCheckCRD(program: Command, action: CommandAction): void {
  program
    .command("check-crd")
    .description("print the errors for which API servers refuse CustomResourceDefinitions, with lines and columns")
    .argument("<files...>", "YAML or JSON files; a file can have several documents")
    .addOption(reportFormat())
    .option(
      "--kubernetes <version>",
      "the oldest version of Kubernetes that must accept the definitions, such as 1.31",
      minorVersion,
    )
    .action(action(async () => (await import("./check-crd.js")).checkCRDs));
}

function addCEL(program: Command, action: CommandAction): void {
  program
    .command("cel")
    .description(
      "print the value, the type and the costs of a CEL expression; or check an object against the rules of a CRD",
    )
    .argument("[expression]", "an expression with the variables self and oldSelf, such as 'self.size > 2'")
    .option("--type <type>", "the kind of self, such as v1.Pizza or restaurant.example.com/v1.Pizza")
    .option("--crd <file>", "the file with the CustomResourceDefinition of self")
    .option(
      "--version <version>",
      "the version in the CRD; default: the version in the apiVersion of the object, or the storage version",
    )
    .option(
      "--path <path>",
      "the path of self in the object, such as spec.toppings[]; write [] for list items and {} for map values",
    )
    .option("--self <value>", "the value of self: JSON, or a file of YAML or JSON")
    .option("--old <value>", "the value of oldSelf: JSON, or a file of YAML or JSON")
    .option("--kubernetes <version>", "the version of Kubernetes of the API servers, such as 1.34", minorVersion)
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--config <file>", "the configuration file")
    .addHelpText(
      "after",
      `
Without an expression, --crd or --type, together with --self, checks an object as an API server does.
Exit codes: 0 a value except false, or a valid object; 1 false, an error or an invalid object; 2 a wrong command line`,
    )
    .action(action(async () => (await import("./cel.js")).cel));
}

function addReference(program: Command, action: CommandAction): void {
  program
    .command("reference")
    .description(
      "write reference pages of API groups: kinds, fields, rules, defaults, examples, and differences between versions",
    )
    .argument("[paths...]", "folders of API types, or globs; for a folder named reference, write ./reference")
    .option("--out <folder>", "the folder of the pages; other files in the folder are kept", "generated/reference")
    .addOption(new Option("--format <format>", "output format").choices(["html", "markdown"]).default("html"))
    .option("--check", "write nothing; print a diff and exit with 1 if pages are out of date")
    .option(
      "--examples <folder>",
      "a folder with YAML files of objects; the first valid object of a kind is its first example",
    )
    .option(
      "--against <state>",
      "show the changes since a git revision, a folder, or the file of an npm package, as codegen breaking reports them",
    )
    .option("--config <file>", "the configuration file")
    .addHelpText(
      "after",
      `
The HTML pages need no server and no network: open <folder>/index.html.
The examples of a kind are its smallest valid object, and an object with all fields that clients can set.`,
    )
    .action(action(async () => (await import("./reference.js")).runReference));
}

function reportFormat(): Option {
  return new Option("--format <format>", "output format").choices(["text", "json", "github", "sarif"]).default("text");
}

function addInit(program: Command, action: CommandAction): void {
  program
    .command("init")
    .description(
      "set up this folder: npm scripts, tsconfig.json, vitest.config.ts, files of git; existing files are not replaced",
    )
    .addHelpText("after", "\nIn a folder in which codegen is not installed, run: npx @apimachinery/codegen init")
    .action(action(async () => (await import("./init.js")).init));
}

function addDev(program: Command, action: CommandAction): void {
  program
    .command("dev")
    .description(
      "run the npm script build and a program, and again after each change of a source file; Ctrl-C ends the command",
    )
    .argument("<script>", "the compiled program, such as dist/src/main.js")
    .argument("[args...]", "arguments of the program")
    .passThroughOptions()
    .action(action(async () => (await import("./dev.js")).dev));
}

function minorVersion(text: string): string {
  if (!isKnownVersion(text))
    throw new InvalidArgumentError(`Write a version of Kubernetes from ${knownVersions}, such as 1.31.`);
  return text;
}

const release = matching(/^\d+\.\d+$/, "Write a release in the form of the lifecycle markers, such as 1.37.", String);
const count = matching(/^[1-9]\d{0,5}$/, "Write a number from 1 to 999999.", Number);
const whole = matching(/^\d{1,10}$/, "Write the number that an earlier run printed.", Number);

/**
 * Returns a parser for the value of an option. For a string that does not match the pattern, it
 * throws an error with the advice.
 */
function matching<T>(pattern: RegExp, advice: string, parse: (text: string) => T): (text: string) => T {
  return (text) => {
    if (!pattern.test(text)) throw new InvalidArgumentError(advice);
    return parse(text);
  };
}

function names(text: string): string[] {
  const found = text.split(",").map((name) => name.trim());
  if (found.includes("")) throw new InvalidArgumentError("Separate names by single commas.");
  return found;
}

import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { toolVersion } from "../../engine/tool.js";
import { reportBug } from "./bug.js";
import { exit, type ExitCode } from "./exit.js";
import type { GenerateOptions } from "./generate.js";
import type { Terminal } from "./terminal.js";

const after = `
With neither paths nor configuration, the folder "apis" is taken. Configuration: codegen.config.json,
or the "codegen" key of package.json, found from here upward.

In a project of your own, install it first:
  npm i -D @apimachinery/codegen
or let it set up everything:
  npx @apimachinery/codegen init

Exit codes: 0 done, 1 problems in the input, 2 usage, 3 a bug in codegen`;

/** Runs one command line. @returns the exit code; nothing here ends the process */
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
    reportBug(terminal, error, args);
    return exit.bug;
  }
}

/** Each command loads its own code: the help, and a run with nothing to do, start at once. */
function createProgram(terminal: Terminal, done: (code: ExitCode) => void): Command {
  const program = new Command("codegen")
    .description("Generates the machinery of versioned APIs from TypeScript types with +k8s: markers.")
    .version(toolVersion())
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError("(codegen --help says more)")
    .argument("[paths...]", "folders or globs that hold API types, looked through with all folders below")
    .option("--check", "write nothing; exit 1 with a diff where generated files are not up to date")
    .option("--only <generators>", "only the files of these generators: deepcopy,conversion", names)
    .option("--strict", "treat warnings as errors")
    .option("--dry-run", "write nothing; list what would be written")
    .option("--watch", "run, then run again whenever the input changes")
    .option("--stats", "print how long each stage took")
    .addOption(new Option("--dump <what>", "print a stage's data as JSON and write nothing").choices(["model", "plan"]))
    .addOption(new Option("--format <format>", "how to print the result").choices(["text", "json", "github", "sarif"]).default("text"))
    .option("--verbose", "list unchanged files too, and the stack of a bug")
    .option("--config <file>", "the configuration, instead of the one that is found")
    .option("--header <file>", "the file whose text starts every generated file; YEAR in it becomes the year")
    .addHelpText("after", after)
    .action(async (paths: string[], options: GenerateOptions) => {
      const { generate } = await import("./generate.js");
      done(await generate(paths, options, terminal));
    });
  return program;
}

function names(text: string): string[] {
  const found = text.split(",").map((name) => name.trim());
  if (found.includes("")) throw new InvalidArgumentError("Names are separated by single commas.");
  return found;
}

import { Command, CommanderError, Option } from "commander";
import { absenceOf, asksForNothing, type AbsentFlag } from "./absent.js";
import { camelCase, type Flag, type FlagSection } from "./flag.js";
import { nearestName } from "../../util/nearest.js";

/** A command that has flags, such as a server. */
export interface CommandLine {
  readonly name: string;
  readonly description: string;
  /** Version of the command, which `--version` prints. */
  readonly version: string;
  readonly sections: readonly FlagSection[];
  /** Name of the argument that the command requires in addition to its flags, such as `NAME`. */
  readonly operand?: string;
  /**
   * Commands that can be the first argument. The caller runs them. They are only listed in the
   * help, and suggested for a misspelt name.
   */
  readonly subcommands?: readonly CommandName[];
}

export interface CommandName {
  readonly name: string;
  readonly description: string;
}

/** Receives the output of the command. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The output of the process. */
export const processOutput: Output = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};

/**
 * A parsed command line. `values` contains the value of each flag, by the flag's name in camel
 * case. A flag with an invalid value has its default.
 */
export interface ParsedFlags {
  readonly values: Readonly<Record<string, unknown>>;
  /** The argument that the command requires; empty if it is missing or the command has none. */
  readonly operand: string;
  /** Error messages, one for each problem. Each message contains the name of the flag. */
  readonly problems: readonly string[];
}

/**
 * Parses a command line. Treats an underscore in the name of a flag as a dash. Returns undefined if
 * the help or the version was printed instead.
 */
export function parseCommandLine(
  command: CommandLine,
  args: readonly string[],
  output: Output,
): ParsedFlags | undefined {
  const flags = new Map(command.sections.flatMap((section) => Object.entries(section.flags)));
  const given = new Map<string, string[]>();
  const parser = createParser(command, given, output);
  const normal = args.map((arg) => normalized(arg, flags));
  const absent = absentIn(normal, flags);
  for (const [name, { isBool }] of absent)
    parser.addOption(recording(new Option(`--${name} ${isBool ? "[value]" : "<value>"}`).hideHelp(), name, given));
  const problems: string[] = [];
  let operand = "";
  try {
    if (normal.some((arg) => arg === "--help" || arg === "--help=true" || arg === "-h")) parser.help();
    if (normal.includes("--version") || normal.includes("--version=true")) {
      output.out(`${command.version}\n`);
      return undefined;
    }
    const { operands, unknown } = parser.parseOptions([...normal]);
    problems.push(...absenceProblems(absent, given));
    problems.push(...unknown.filter((arg) => arg.startsWith("-")).map((arg) => unknownFlag(arg, [...flags.keys()])));
    if (command.operand !== undefined) operand = operands.shift() ?? "";
    if (command.operand !== undefined && operand === "") problems.push(`${command.operand} must be specified`);
    problems.push(...operands.map((extra) => unexpected(extra, command)));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    problems.push(error.message.replace(/^error: /, ""));
  }
  return { values: valuesOf(flags, given, problems), operand, problems };
}

/** Prints all problems found in a command line. */
export function printProblems({ name }: CommandLine, problems: readonly string[], output: Output): void {
  output.err(`${problems.map((problem) => `error: ${problem}\n`).join("")}Run '${name} --help' for usage.\n`);
}

function valuesOf(
  flags: ReadonlyMap<string, Flag<unknown>>,
  given: ReadonlyMap<string, readonly string[]>,
  problems: string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, flag] of flags) {
    const texts = given.get(name);
    values[camelCase(name)] = flag.default;
    if (texts === undefined) continue;
    try {
      values[camelCase(name)] = flag.read(texts);
    } catch (error) {
      problems.push(
        `invalid argument ${JSON.stringify(texts[texts.length - 1])} for "--${name}" flag: ${(error as Error).message}`,
      );
    }
  }
  return values;
}

function createParser(command: CommandLine, given: Map<string, string[]>, output: Output): Command {
  const parser = new Command(command.name)
    .description(command.description)
    .usage(usageOf(command))
    // The library must not print its errors: all problems are printed together later.
    .configureOutput({ writeOut: output.out, writeErr: () => undefined })
    .exitOverride();
  for (const { heading, flags } of command.sections) {
    for (const [name, flag] of Object.entries(flags))
      parser.addOption(optionOf(name, flag, `${heading} flags:`, given));
  }
  parser.addOption(new Option("--version", "print the version and exit").helpGroup("Global flags:"));
  for (const { name, description } of command.subcommands ?? [])
    parser.addCommand(new Command(name).description(description).helpOption(false));
  return parser
    .helpCommand(false)
    .helpOption(undefined)
    .addHelpOption(new Option("-h, --help", `help for ${command.name}`).helpGroup("Global flags:"));
}

function usageOf({ subcommands, operand }: CommandLine): string {
  if (subcommands !== undefined) return "[command] [flags]";
  return operand === undefined ? "[flags]" : `${operand} [flags]`;
}

function optionOf(name: string, flag: Flag<unknown>, heading: string, given: Map<string, string[]>): Option {
  const short = name.length === 1 ? `-${name}, ` : "";
  const value = flag.placeholder === "" ? " [=false]" : ` <${flag.placeholder}>`;
  const help = flag.shownDefault === "" ? flag.help : `${flag.help} (default ${flag.shownDefault})`;
  return recording(new Option(`${short}--${name}${value}`, help).helpGroup(heading), name, given);
}

/**
 * Returns an option that adds the values on the command line to `given`, by the name of the flag.
 */
function recording(option: Option, name: string, given: Map<string, string[]>): Option {
  return option.argParser((text: string) => {
    given.set(name, [...(given.get(name) ?? []), text]);
    return undefined;
  });
}

/**
 * Normalizes an argument: replaces underscores in the flag's name by dashes, adds `=true` to a
 * boolean flag without a value, and replaces `-v=3` by `--v=3`.
 */
function normalized(arg: string, flags: ReadonlyMap<string, Flag<unknown>>): string {
  if (/^-[a-z]=/.test(arg)) return `-${arg}`;
  if (!arg.startsWith("--")) return arg;
  const mark = arg.indexOf("=");
  const name = (mark < 0 ? arg : arg.slice(0, mark)).replaceAll("_", "-");
  if (mark >= 0) return name + arg.slice(mark);
  const flag = flags.get(name.slice(2));
  const isBool = flag === undefined ? absenceOf(name.slice(2))?.isBool === true : flag.placeholder === "";
  return isBool ? `${name}=true` : name;
}

/** Returns the flags in the arguments that Go's API servers support and this command does not. */
function absentIn(args: readonly string[], flags: ReadonlyMap<string, unknown>): ReadonlyMap<string, AbsentFlag> {
  const absent = new Map<string, AbsentFlag>();
  for (const arg of args) {
    const name = /^--([^=]+)/.exec(arg)?.[1] ?? "";
    const absence = flags.has(name) ? undefined : absenceOf(name);
    if (absence !== undefined) absent.set(name, absence);
  }
  return absent;
}

/** Returns the problems of absent flags on the command line whose values need a missing feature. */
function absenceProblems(
  absent: ReadonlyMap<string, AbsentFlag>,
  given: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...absent]
    .filter(([name, absence]) => given.get(name)?.every((text) => asksForNothing(absence, text)) === false)
    .map(([name, { reason }]) => `unsupported flag: --${name}: ${reason}`);
}

/**
 * Returns the flag to which a misspelt or shortened name most likely refers; undefined if no flag
 * is likely. If only one flag contains all words of the name, returns this flag, such as `data-dir`
 * for `data`. If several flags contain them, returns the only one that starts with the name, such
 * as `tls-cert-file` for `tls-cert`.
 */
function containing(name: string, known: readonly string[]): string | undefined {
  const words = name.split("-");
  const found = known.filter((candidate) => words.every((word) => candidate.split("-").includes(word)));
  const starting = found.filter((candidate) => candidate.startsWith(`${name}-`));
  return found.length === 1 ? found[0] : starting.length === 1 ? starting[0] : undefined;
}

/**
 * Returns the problem of an argument that is neither a flag nor a command at the first position.
 */
function unexpected(operand: string, { name, subcommands = [] }: CommandLine): string {
  const names = subcommands.map((command) => command.name);
  if (names.includes(operand))
    return `unexpected argument: ${JSON.stringify(operand)}: a command must come first: ${name} ${operand} [flags]`;
  const meant = nearestName(operand, names);
  return meant === undefined
    ? `unexpected argument: ${JSON.stringify(operand)}`
    : `unknown command: ${JSON.stringify(operand)} (did you mean ${meant}?)`;
}

function unknownFlag(arg: string, known: readonly string[]): string {
  const flag = arg.split("=", 1)[0] ?? "";
  const name = flag.replace(/^-+/, "");
  const meant = nearestName(name, known) ?? containing(name, known);
  return meant === undefined ? `unknown flag: ${flag}` : `unknown flag: ${flag} (did you mean --${meant}?)`;
}

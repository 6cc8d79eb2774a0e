import { parseCommandLine, printProblems, type CommandLine, type Output } from "../../options/flags/command-line.js";
import type { FlagSection } from "../../options/flags/flag.js";
import type { ServerDefinition } from "../definition.js";
import { errorLines } from "./error-lines.js";

/**
 * A command of a server program that does not start the server, such as `pizza-apiserver backup`.
 */
export interface Subcommand {
  readonly name: string;
  /** Description in the help of the server. */
  readonly description: string;
  /**
   * Runs the command. Prints all problems of its flags together.
   * @returns the exit code
   */
  run(definition: ServerDefinition, args: readonly string[], output: Output): Promise<number>;
}

/** Definition of a subcommand. `Values` is the type of its parsed flags. */
export interface SubcommandSpec<Values> {
  readonly name: string;
  readonly description: string;
  /** Name of the argument that the command requires, such as `NAME`. */
  readonly operand?: string;
  readonly sections: (definition: ServerDefinition) => readonly FlagSection[];
  /**
   * Returns the problems found in the flags and the argument, one sentence for each problem.
   */
  readonly validate: (values: Values, operand: string) => readonly string[];
  /**
   * Runs the subcommand with valid flags.
   * @throws Error with a message for the user
   */
  readonly act: (values: Values, output: Output, definition: ServerDefinition, operand: string) => Promise<void>;
}

export function newSubcommand<Values extends object>(spec: SubcommandSpec<Values>): Subcommand {
  const { name, description, operand, sections, validate, act } = spec;
  return {
    name,
    description,
    async run(definition, args, output) {
      const line: CommandLine = {
        name: `${definition.name} ${name}`,
        description,
        version: `${definition.name} ${definition.version}`,
        sections: sections(definition),
        ...(operand === undefined ? {} : { operand }),
      };
      const parsed = parseCommandLine(line, args, output);
      if (parsed === undefined) return 0;
      // The cast is safe, because the sections have exactly the flags of `Values`, with their
      // defaults.
      const values = parsed.values as Partial<Values> as Values;
      const problems = [...parsed.problems, ...validate(values, parsed.operand)];
      if (problems.length > 0) {
        printProblems(line, problems, output);
        return 1;
      }
      try {
        await act(values, output, definition, parsed.operand);
        return 0;
      } catch (error) {
        output.err(errorLines(error));
        return 1;
      }
    },
  };
}

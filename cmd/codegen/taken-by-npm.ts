import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Options of codegen that npm treats as its own options. npm removes them from the arguments, and
 * passes them in environment variables. The value is `value` for an option that needs a value. The
 * options `--only`, `--verbose`, `--help` and `--version` are missing, because npm handles them
 * without a variable.
 */
export const takenOptions: Readonly<Record<string, "flag" | "value">> = {
  "--check": "flag",
  "--strict": "flag",
  "--dry-run": "flag",
  "--watch": "flag",
  "--stats": "flag",
  "--update-report": "flag",
  "--dump": "value",
  "--format": "value",
  "--config": "value",
  "--header": "value",
  "--report-filename": "value",
};

const formats: ReadonlySet<string> = new Set(["text", "json", "github", "sarif"]);

/**
 * Returns an error message if npm took all options of this command line as its own, as in `npx --no
 * codegen --check`. npx reads options up to the first word that is not the value of an option, and
 * it reads `codegen` as the value of `--no`. Without this check, the command would write files
 * instead of checking them.
 *
 * @param args the arguments that npm passed on
 * @param environment the environment variables of the process
 */
export function takenByNpm(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): string | undefined {
  if (!isStartedByExec(environment) || args.some((arg) => arg.startsWith("-"))) return undefined;
  const rest = [...args];
  const taken = Object.entries(takenOptions).flatMap(([option, kind]) => {
    const value = environment[`npm_config_${option.slice(2).replaceAll("-", "_")}`];
    if (value === undefined || value === "" || value === "false") return [];
    if (kind === "flag") return [option];
    return [`${option} ${value === "true" ? (rest.shift() ?? "…") : value}`];
  });
  // npm reads --format as an abbreviation of its own option --format-package-lock.
  const format = rest.find((arg) => formats.has(arg) && !existsSync(join(cwd, arg)));
  if (format !== undefined) taken.push(`--format ${rest.splice(rest.indexOf(format), 1).join("")}`);
  if (taken.length === 0) return undefined;
  const command = ["npx --no -- codegen", ...taken, ...rest].join(" ");
  return `npm read these options as options of npm: ${taken.join(" ")}. Write -- before codegen:\n  ${command}`;
}

/** Reports whether npx or `npm exec` started codegen directly, and not through another program. */
function isStartedByExec(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { npm_command: command, npm_lifecycle_script: script = "codegen" } = environment;
  return command === "exec" && /^['"]?(apimachinery-)?codegen\b/.test(script);
}

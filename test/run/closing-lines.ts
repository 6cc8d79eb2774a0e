import type { Reporter, TestModule } from "vitest/node";
import { measured, pathOf, writeDurations } from "./durations.js";

/** A run of fewer files prints no list of the longest ones. */
const shown = 10;

/**
 * Reporter that prints the ten longest files, what failed, and one line at the end of a test run:
 * `N passed, N failed, N skipped`. If the environment variable DURATIONS is set, it also writes
 * durations.json.
 */
export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const { children } of modules) for (const test of children.allTests()) count[test.result().state] += 1;
    const durations = measured(modules);
    const { passed, skipped, pending } = count;
    const failures = [...errors.map((error) => `the run: ${messageOf(error)}`), ...modules.flatMap(failuresOf)];
    if ((process.env["DURATIONS"] ?? "") !== "") writeDurations(modules);
    const longest = Object.entries(durations).toSorted(([, a], [, b]) => b - a);
    process.on("exit", () => {
      if (longest.length > shown) {
        console.log(`the ${shown} longest of ${longest.length} test files:`);
        for (const [path, duration] of longest.slice(0, shown))
          console.log(`${(duration / 1000).toFixed(1).padStart(8)} s  ${path}`);
      }
      for (const failure of failures) console.log(`failed: ${failure}`);
      console.log(`${passed} passed, ${failures.length} failed, ${skipped + pending} skipped`);
    });
  }
}

/** A file that cannot be loaded, and a hook of a file or suite that fails, are failures, too. */
function failuresOf(module: TestModule): readonly string[] {
  const tests = [...module.children.allTests("failed")].map((test) => failure(test.fullName, test.result().errors));
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const hooks = suites.map((suite) => failure(`hooks of ${suite.fullName}`, suite.errors()));
  const file = module.errors().length > 0 ? [failure("the file or its hooks", module.errors())] : [];
  return [...file, ...hooks, ...tests].map((text) => `${pathOf(module.moduleId)}: ${text}`);
}

function failure(what: string, errors: readonly unknown[] = []): string {
  return `${what}: ${messageOf(errors[0])}`;
}

/** The whole message is in the report above; these lines are the last ones of a run. */
function messageOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return String(message).trim().split("\n").slice(0, 5).join(" | ").slice(0, 500);
}

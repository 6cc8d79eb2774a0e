import type { Reporter, TestModule } from "vitest/node";
import { measured, writeDurations } from "./durations.js";

/** A run of fewer files prints no list of the longest ones. */
const shown = 10;

/**
 * Reporter that prints the ten longest files and one line at the end of a test run: `N passed, N
 * failed, N skipped`. If the environment variable DURATIONS is set, it also writes durations.json.
 */
export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A test file that cannot be loaded has no tests. It is counted as one failure.
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const durations = measured(modules);
    const { passed, failed, skipped, pending } = count;
    if ((process.env["DURATIONS"] ?? "") !== "") writeDurations(modules);
    const longest = Object.entries(durations).toSorted(([, a], [, b]) => b - a);
    process.on("exit", () => {
      if (longest.length > shown) {
        console.log(`the ${shown} longest of ${longest.length} test files:`);
        for (const [path, duration] of longest.slice(0, shown))
          console.log(`${(duration / 1000).toFixed(1).padStart(8)} s  ${path}`);
      }
      console.log(`${passed} passed, ${failed} failed, ${skipped + pending} skipped`);
    });
  }
}

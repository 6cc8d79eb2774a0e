import type { Reporter, TestModule } from "vitest/node";

/** Reporter that prints one line at the end of a test run: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A test file that cannot be loaded has no tests. It is counted as one failure.
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const { passed, failed, skipped, pending } = count;
    process.on("exit", () => {
      console.log(`${passed} passed, ${failed} failed, ${skipped + pending} skipped`);
    });
  }
}

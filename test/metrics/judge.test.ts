import { expect, test } from "vitest";
import { buildJudge, Judge } from "../judge/go-judge.js";
import { runsAllCases } from "../sizes.js";
import { scrape } from "./scrape.js";

/** @file Checks the metrics with the linter of Prometheus' promtool. */

const problem = runsAllCases ? buildJudge("metrics") : "make test-all runs it";

test.skipIf(problem !== undefined)(
  `promtool has no remarks on names of this project ${problem ?? ""}`,
  { timeout: 600_000 },
  async () => {
    const judge = new Judge<{ readonly text: string }, string>("metrics");
    try {
      const [runs] = await judge.replay([{ text: await scrape() }], 1);
      // Kubernetes has these names.
      expect(runs?.[0]).toEqual([
        'authenticated_user_requests: counter metrics should have "_total" suffix',
        'authentication_attempts: counter metrics should have "_total" suffix',
      ]);
    } finally {
      judge.stop();
    }
  },
);

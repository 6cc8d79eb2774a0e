import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StatusError } from "@apimachinery/client";
import { stringify } from "yaml";
import { findKubectl, kubectlEnvironment, runLine } from "../interop/kubectl.js";
import { PizzaServer } from "../interop/pizza-server.js";
import { repository } from "../interop/repository.js";
import { openKitchen } from "./kitchen.js";
import { steps, type Step } from "./steps.js";

/**
 * @file Demonstrates the example of the book on a server that this program starts. The program uses
 * kubectl if it is installed. Without kubectl, or with the argument `--client`, it uses the
 * project's own client. It exits with 1 if a result differs from the expected one.
 */

/** Result of a step of the demo. */
interface Done {
  readonly isRefused: boolean;
  readonly output: string;
}

interface Walker {
  readonly shows: (step: Step) => string;
  readonly does: (step: Step) => Promise<Done>;
  readonly end: () => Promise<void>;
}

const server = await PizzaServer.start();
try {
  process.exitCode = await walk(await walker(process.argv.includes("--client") ? undefined : findKubectl()));
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await server.remove();
}

async function walk({ shows, does, end }: Walker): Promise<number> {
  let failures = 0;
  for (const step of steps) {
    console.log(`\n# ${step.says}\n${shows(step)}`);
    const { isRefused, output } = await patiently(step, does);
    console.log(output.trimEnd());
    const problems = problemsOf(step, { isRefused, output });
    for (const problem of problems) console.error(`FAILED: ${problem}`);
    if (problems.length > 0) failures++;
  }
  await end();
  console.log(
    failures === 0
      ? `\nAll ${steps.length} steps as they should be. make run starts a server that stays.`
      : `\n${failures} of ${steps.length} steps are not as they should be.`,
  );
  return failures === 0 ? 0 : 1;
}

async function patiently(step: Step, does: Walker["does"]): Promise<Done> {
  for (let tries = 0; ; tries++) {
    const done = await does(step);
    if (!done.isRefused || step.isSoon !== true || tries === 50) return done;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function problemsOf({ prints, isRefused = false }: Step, done: Done): string[] {
  const missing = prints
    .filter((wanted) => !wanted.test(done.output))
    .map((wanted) => `nothing like ${String(wanted)} is printed`);
  if (done.isRefused === isRefused) return missing;
  return [isRefused ? "the server should have refused this" : "the server should have accepted this", ...missing];
}

async function walker(kubectl: string | undefined): Promise<Walker> {
  return kubectl === undefined ? withClient() : withKubectl(kubectl);
}

function withKubectl(kubectl: string): Walker {
  console.log(`With ${kubectl}, on a server that is there for this walk only.`);
  const home = mkdtempSync(join(tmpdir(), "pizza-demo-"));
  const env = kubectlEnvironment(kubectl, server.kubeconfig, home);
  return {
    shows: (step) => `$ ${step.kubectl}`,
    does: async (step) => {
      const { status, output } = await runLine(step.kubectl, repository, env);
      return { isRefused: status !== 0, output };
    },
    end: () => {
      rmSync(home, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

async function withClient(): Promise<Walker> {
  console.log("With the project's own client, on a server that is there for this walk only.");
  const kitchen = await openKitchen(server.kubeconfig);
  return {
    shows: (step) => `> ${step.client.shown}`,
    does: async (step) => {
      try {
        return { isRefused: false, output: stringify(await step.client.run(kitchen)) };
      } catch (error) {
        // A StatusError means that the server has refused the request. Any other error is a failure
        // of the demo.
        if (!(error instanceof StatusError)) throw error;
        return { isRefused: true, output: `${error.name}: ${error.message}` };
      }
    },
    end: kitchen.close,
  };
}

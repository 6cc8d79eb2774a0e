#!/usr/bin/env node
import { delayOptimization } from "./delay-optimization.js";
import { exit } from "./exit.js";
import { generateOnly } from "./generate-only.js";
import { takenByNpm } from "./taken-by-npm.js";
import { processTerminal } from "./terminal.js";

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const terminal = processTerminal();
  const taken = takenByNpm(args, process.env, terminal.cwd);
  if (taken !== undefined) {
    terminal.err(`codegen: ${taken}\n`);
    process.exitCode = exit.usage;
    return;
  }
  const code = await generateOnly(args, terminal);
  if (code !== undefined) {
    process.exitCode = code;
    return;
  }
  await delayOptimization();
  const { runCli } = await import("./cli.js");
  process.exitCode = await runCli(args, terminal);
}

void main();

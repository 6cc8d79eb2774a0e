#!/usr/bin/env node
import { generateOnly } from "./generate-only.js";
import { processTerminal } from "./terminal.js";

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const terminal = processTerminal();
  const code = await generateOnly(args, terminal);
  if (code !== undefined) {
    process.exitCode = code;
    return;
  }
  const { runCli } = await import("./cli.js");
  process.exitCode = await runCli(args, terminal);
}

void main();

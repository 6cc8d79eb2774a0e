#!/usr/bin/env node
import { createLog, stopOnSignal } from "@apimachinery/apiserver";
import { parseOptions } from "./options.js";
import { startPizzaServer } from "./server.js";
import { welcome } from "./welcome.js";

const parsed = parseOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  const log = createLog(parsed.options);
  try {
    const server = await startPizzaServer(parsed.options, log);
    stopOnSignal(server, (error) => {
      log.error("the server did not stop in order", error);
    });
    console.log(`serving on ${server.url}`);
    if (parsed.options.writeKubeconfig !== "") console.log(welcome(parsed.options));
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(message.split("\n").map((line) => `error: ${line}\n`).join(""));
    process.exitCode = 1;
  }
}

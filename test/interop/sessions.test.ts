import { expect, test } from "vitest";
import { runsAllCases } from "../sizes.js";
import { whyNoKubectl } from "./kubectl.js";
import { ServerProcess } from "./server-process.js";
import { sessionCases, sessionFiles } from "./session-cases.js";

/**
 * @file Runs every session in the folder sessions/, with one server for each API. The README in that
 * folder describes the format. `make test` runs two of them.
 */

const reason = whyNoKubectl();

/** The sessions of `make test`: the example of the book, and a server with another API. */
const first = ["book.txt", "cafe/orders.txt"];
const files = sessionFiles().filter((file) => runsAllCases || first.includes(file));

sessionCases(["kubectl, %s", reason].filter(Boolean).join(", "), reason !== undefined, files, (main) =>
  ServerProcess.start(main),
);

test("the folder contains sessions", () => {
  expect(files.length).toBeGreaterThan(0);
});

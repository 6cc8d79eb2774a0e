import { runAPIServer } from "@apimachinery/apiserver";
import { vi } from "vitest";
import { pizzaServer } from "../../../cmd/pizza-apiserver/server.js";

/** Exit code and output of a command. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command of the pizza server that ends without a signal, in the process of the test. The
 * output is the same as in a separate process, but the run is much faster.
 */
export async function commandHere(...args: readonly string[]): Promise<Ended> {
  const written = (stream: NodeJS.WriteStream) => vi.spyOn(stream, "write").mockReturnValue(true);
  const [out, err] = [written(process.stdout), written(process.stderr)];
  const text = ({ mock }: typeof out) => mock.calls.map(([part]) => String(part)).join("");
  try {
    await runAPIServer(pizzaServer, args);
    return { code: Number(process.exitCode ?? 0), out: text(out), err: text(err) };
  } finally {
    process.exitCode = undefined;
    out.mockRestore();
    err.mockRestore();
  }
}

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { atExit } from "../interop/at-exit.js";

/** Names of the command on Linux distributions. `CHROMIUM` names another one. */
const commands = ["chromium", "chromium-browser", "google-chrome"];

/** Returns the command of an installed Chromium; undefined if none is installed. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM"];
  const candidates = named === undefined ? commands : [named];
  return candidates.find((command) => spawnSync(command, ["--version"]).status === 0);
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly message: string };
}

/** A page of a headless Chromium, controlled by the DevTools protocol. */
export class Page {
  readonly #socket: WebSocket;
  readonly #close: () => Promise<void>;
  readonly #waiting = new Map<number, { resolve: (message: Message) => void; reject: (error: Error) => void }>();
  readonly #events = new Map<string, () => void>();
  /** Errors and warnings of the console, and uncaught exceptions. */
  readonly complaints: string[] = [];
  #last = 0;

  private constructor(socket: WebSocket, close: () => Promise<void>) {
    this.#socket = socket;
    this.#close = close;
    socket.on("message", (data: Buffer) => {
      this.#receive(JSON.parse(data.toString("utf8")) as Message);
    });
  }

  /** Starts Chromium without network access, and opens an empty page. */
  static async open(command: string): Promise<Page> {
    const profile = mkdtempSync(join(tmpdir(), "codegen-chromium-"));
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"];
    const offline = ["--host-resolver-rules=MAP * ~NOTFOUND", `--user-data-dir=${profile}`];
    const child = spawn(command, [...flags, ...offline, "about:blank"], {
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    // Chromium has several processes, which write into the profile until they end.
    const end = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    const cancel = atExit(end);
    const exited = new Promise<void>((resolve) => {
      child.once("exit", () => {
        resolve();
      });
    });
    const browser = await new Promise<string>((resolve, reject) => {
      let output = "";
      child.stderr.on("data", (data: Buffer) => {
        output += data.toString("utf8");
        const [, address] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
        if (address !== undefined) resolve(address);
      });
      void exited.then(() => {
        reject(new Error(`${command} has exited:\n${output}`));
      });
    });
    const targets = (await (await fetch(`http://${new URL(browser).host}/json/list`)).json()) as readonly {
      readonly type: string;
      readonly webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets.find(({ type }) => type === "page")?.webSocketDebuggerUrl ?? "");
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const page = new Page(socket, async () => {
      end();
      await exited;
      cancel();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    });
    for (const domain of ["Page", "Runtime", "Log"]) await page.send(`${domain}.enable`);
    return page;
  }

  async send(method: string, params: object = {}): Promise<Message["result"]> {
    const id = ++this.#last;
    const answer = new Promise<Message>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return (await answer).result;
  }

  /** Opens a page, and waits until all of its files are loaded. */
  async load(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#events.set("Page.loadEventFired", resolve));
    await this.send("Page.navigate", { url });
    await loaded;
  }

  /** Returns the value of an expression in the page, which can be a promise. */
  async evaluate<T>(expression: string): Promise<T> {
    const result = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    const { exceptionDetails, result: value } = result as {
      readonly exceptionDetails?: object;
      readonly result: { readonly value: T };
    };
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return value.value;
  }

  async setView(width: number, theme: "light" | "dark"): Promise<void> {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
  }

  close(): Promise<void> {
    this.#socket.close();
    return this.#close();
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve({ result: result ?? {} });
      else waiting?.reject(new Error(error.message));
      return;
    }
    if (method === undefined) return;
    if (["Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"].includes(method))
      this.complaints.push(JSON.stringify(params));
    this.#events.get(method)?.();
    this.#events.delete(method);
  }
}

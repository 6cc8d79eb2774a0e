import { cpSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { layOver } from "./overlay.js";

/**
 * Creates a work folder with Kubernetes' types, in which every version has
 * `+k8s:protobuf-gen=package` and the `generated.proto` of the Go module k8s.io/api.
 * @param api the folder of the Go module
 */
export function layOverProtobuf(name: string, api: string): string {
  const work = layOver(name);
  const kubernetes = join(work, "kubernetes");
  for (const path of readdirSync(kubernetes, { recursive: true, encoding: "utf8" })) {
    if (!/^\w+\/v\w+\/doc\.ts$/.test(path)) continue;
    const doc = join(kubernetes, path);
    const text = readFileSync(doc, "utf8");
    writeFileSync(doc, text.replace(" */", " * +k8s:protobuf-gen=package\n */"));
    const [, group = ""] = /\+groupName=(\S*)/.exec(text) ?? [];
    const version = dirname(path);
    const from = join(api, version, "generated.proto");
    const to = join(
      work,
      "generated/proto",
      group || "core",
      version.slice(version.indexOf("/") + 1),
      "generated.proto",
    );
    if (!existsSync(from)) throw new Error(`${from} does not exist`);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
    chmodSync(to, 0o644);
  }
  return work;
}

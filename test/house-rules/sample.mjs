// node test/house-rules/sample.mjs SEED: prints 150 comments and 130 messages, drawn at random from all
// hand-written files, for a reader who judges whether each is clear at once. Needs `make build`'s install.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const [seed] = process.argv.slice(2);
if (seed === undefined) {
  console.error("usage: node test/house-rules/sample.mjs SEED");
  process.exit(2);
}
const root = fileURLToPath(new URL("../../", import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  server: { middlewareMode: true },
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
});
const { proseOf } = await vite.ssrLoadModule("/test/house-rules/prose-of.ts");
const { isGenerated, read, sourceFiles } = await vite.ssrLoadModule("/test/house-rules/source-files.ts");
const all = sourceFiles()
  .filter((path) => !isGenerated(path) && !path.startsWith("test/house-rules/"))
  .flatMap((path) => proseOf(path, read(path)).map((prose) => ({ path, ...prose })));
const order = ({ path, line, text }) => createHash("sha256").update(`${seed}\0${path}\0${line}\0${text}`).digest("hex");
const draw = (kind, count) =>
  all
    .filter((prose) => prose.kind === kind && (kind === "comment" || !prose.path.startsWith("test/")))
    .map((prose) => [order(prose), prose])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count);
for (const [kind, count] of [
  ["comment", 150],
  ["message", 130],
]) {
  console.log(`\n# ${count} ${kind}s\n`);
  draw(kind, count).forEach(([, { path, line, text }], index) =>
    console.log(`${index + 1}. ${path}:${line}\n   ${text}\n`),
  );
}
await vite.close();

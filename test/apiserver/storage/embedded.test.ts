import { afterAll } from "vitest";
import { openEmbeddedStorage } from "../../../apiserver/storage/index.js";
import { conformance } from "./conformance.js";
import { temporaryDirectories } from "./directories.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

conformance("embedded", () => openEmbeddedStorage({ directory: directories.make() }));

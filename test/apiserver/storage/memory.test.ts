import { MemoryStorage } from "../../../apiserver/storage/index.js";
import { conformance } from "./conformance.js";

conformance("memory", () => Promise.resolve(new MemoryStorage()));

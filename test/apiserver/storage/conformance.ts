import { describe } from "vitest";
import type { Storage } from "../../../apiserver/storage/index.js";
import { compactionCases } from "./conformance/compaction.js";
import { concurrencyCases } from "./conformance/concurrency.js";
import { modelCases } from "./conformance/model.js";
import { readCases } from "./conformance/reads.js";
import { watchCases } from "./conformance/watches.js";
import { writeCases } from "./conformance/writes.js";

/** Opens an empty storage. */
export type OpenStorage = () => Promise<Storage>;

/**
 * Tests every behaviour that the contract of a storage requires, as Kubernetes' storage/testing
 * does. Each implementation must pass.
 */
export function conformance(name: string, open: OpenStorage): void {
  describe(name, () => {
    writeCases(open);
    readCases(open);
    watchCases(open);
    compactionCases(open);
    concurrencyCases(open);
    modelCases(open);
  });
}

import { describe } from "vitest";
import type { Storage } from "../../../apiserver/storage/index.js";
import { compactionCases } from "./conformance/compaction.js";
import { concurrencyCases } from "./conformance/concurrency.js";
import { modelCases } from "./conformance/model.js";
import { readCases } from "./conformance/reads.js";
import { watchCases } from "./conformance/watches.js";
import { writeCases } from "./conformance/writes.js";

/** Opens a storage with nothing in it; what it leaves behind is its own business. */
export type OpenStorage = () => Promise<Storage>;

/**
 * Every behaviour that a storage promises, in the spirit of Kubernetes' storage/testing: each
 * implementation passes all of it.
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

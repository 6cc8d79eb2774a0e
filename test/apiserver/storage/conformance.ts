import { describe } from "vitest";
import type { Storage } from "../../../apiserver/storage/index.js";
import { compactionCases } from "./conformance/compaction.js";
import { concurrencyCases } from "./conformance/concurrency.js";
import { modelCases } from "./conformance/model.js";
import { readCases } from "./conformance/reads.js";
import { ttlCases } from "./conformance/ttl.js";
import { watchCases } from "./conformance/watches.js";
import { writeCases } from "./conformance/writes.js";

/** Function that opens an empty storage. */
export type OpenStorage = () => Promise<Storage>;

export interface StorageTraits {
  /**
   * True for a store in another process. Calls that do not wait for each other then run in any
   * order, and a watch may return events that it received before they were compacted. The tests
   * run at the same time, because they mostly wait.
   */
  readonly isRemote?: boolean;
}

/**
 * Defines tests that each implementation of a storage must pass. Like Kubernetes' storage/testing,
 * they test the whole contract of a storage.
 */
export function conformance(name: string, open: OpenStorage, traits: StorageTraits = {}): void {
  describe(name, traits.isRemote === true ? { concurrent: true } : {}, () => {
    writeCases(open);
    readCases(open);
    watchCases(open);
    compactionCases(open, traits);
    concurrencyCases(open, traits);
    ttlCases(open);
    modelCases(open, traits);
  });
}

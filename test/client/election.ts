import { LeaderElector, type LeaderElectionConfig, type ResourceLock } from "@apimachinery/client";

/**
 * Short durations, for the change of a leader. A leader on a busy machine renews its lease in time.
 */
export const short = { leaseDuration: 4000, renewDeadline: 3000, retryPeriod: 150 };
/** Durations with which no leader loses its lease. */
export const patient = { leaseDuration: 30_000, renewDeadline: 20_000, retryPeriod: 100 };

/** Takes part in an election, and records its callbacks. */
export class Candidate {
  readonly elector: LeaderElector;
  readonly leaders: string[] = [];
  readonly errors: unknown[] = [];
  readonly #stop = new AbortController();
  readonly done: Promise<void>;
  isLeading = false;
  hasStopped = false;

  /**
   * @param record receives `<identity> starts` and `<identity> stops`; candidates of one election
   * share it
   */
  constructor(lock: ResourceLock, record: string[], config: Partial<LeaderElectionConfig> = {}) {
    this.elector = new LeaderElector({
      lock,
      ...short,
      callbacks: {
        onStartedLeading: async (signal) => {
          this.isLeading = true;
          record.push(`${lock.identity} starts`);
          await new Promise((resolve) => {
            signal.addEventListener("abort", resolve);
          });
          this.isLeading = false;
          record.push(`${lock.identity} stops`);
        },
        onStoppedLeading: () => {
          this.hasStopped = true;
        },
        onNewLeader: (identity) => this.leaders.push(identity),
      },
      onError: (error) => this.errors.push(error),
      ...config,
    });
    this.done = this.elector.run(this.#stop.signal);
    this.done.catch(() => undefined);
    candidates.push(this);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.done.catch(() => undefined);
  }
}

const candidates: Candidate[] = [];

/** Stops all candidates of a test file. */
export async function stopCandidates(): Promise<void> {
  await Promise.all(candidates.splice(0).map((candidate) => candidate.stop()));
}

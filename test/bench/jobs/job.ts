import type { Job } from "../compare.js";

/** Function that runs a job with its samples. */
export type Run = <I>(job: Job<I>) => void;

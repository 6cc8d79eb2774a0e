import type { Job } from "../compare.js";

/** Receives each job with its samples. */
export type Run = <I>(job: Job<I>) => void;

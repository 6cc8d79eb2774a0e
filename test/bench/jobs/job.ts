import type { Job } from "../compare.js";

/** Receives each job. */
export type Run = <I>(job: Job<I>) => void;

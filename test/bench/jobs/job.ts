import type { Job } from "../compare.js";

/** Is given each job as it is made, whatever its input. */
export type Run = <I>(job: Job<I>) => void;

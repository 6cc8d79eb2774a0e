/** Markers that say nothing about the functions that they stand on. */
export {};

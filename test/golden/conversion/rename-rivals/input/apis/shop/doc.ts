/** A hub. */
export {};

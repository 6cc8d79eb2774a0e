/** Nothing here. */
export {};

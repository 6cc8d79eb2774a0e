export type Mode = "Slow" | "Fast";

export const DefaultMode = "Slow";
export const DefaultCount = 7;

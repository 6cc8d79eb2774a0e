export interface Job {
  source: Source;
  fallback?: Source;
  sources: Source[];
  shape: Shape;
  wanted?: Source;
}
export type Source = Git | Http;
export interface Git {
  type: "git";
  url: string;
  depth?: number;
}
export interface Http {
  type: "http";
  url: string;
}
export type Shape = Round | Square;
export interface Round {
  kind: "round";
  radius: number;
}
export interface Square {
  kind: "square";
  side: number;
}

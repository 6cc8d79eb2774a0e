export interface Line {
  tags: Record<string, string>;
}

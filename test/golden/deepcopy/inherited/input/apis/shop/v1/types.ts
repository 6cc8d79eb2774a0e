export interface Base {
  names: string[];
}

export interface Order extends Base {
  lines: string[];
}

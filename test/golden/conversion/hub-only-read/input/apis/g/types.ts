export interface Thing {
  name: string;
  onlyHub: string;
}
export interface AlsoOnlyHub {
  x: string;
}

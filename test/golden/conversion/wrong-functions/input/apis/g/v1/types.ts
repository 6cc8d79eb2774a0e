export interface Misspelt {
  x: string;
}
export interface Signature {
  x: string;
}
export interface NoScope {
  x: string;
}
export interface Hidden {
  x: string;
}
export interface Constant {
  x: string;
}
export interface Twice {
  x: string;
}
export interface Mode {
  x: string;
}


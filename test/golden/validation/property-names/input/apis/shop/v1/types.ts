import type { TypeMeta } from "@apimachinery/runtime";

export interface Box extends TypeMeta {
  names: Names;
  path?: Path;
  error?: Error;
  map?: Map;
  array?: Array;
  text?: String;
  validate?: validate;
  scheme?: Scheme;
}

export interface Names {
  /** +k8s:maxLength=3 */
  "x-y": string;
  /** +k8s:maxLength=3 */
  default: string;
  /** +k8s:maxLength=3 */
  constructor: string;
  /** +default="a"
   *  +k8s:maxLength=3 */
  toString: string;
  /** +k8s:maxLength=3 */
  obj?: string;
  /** +k8s:maxLength=3 */
  errors?: string;
  /** +k8s:maxLength=3 */
  "quo\"te"?: string;
}

export interface Path {
  /** +k8s:maxLength=1 */
  next: string;
}

export interface Error {
  /** +k8s:maxLength=1 */
  message: string;
}

export interface Map {
  /** +k8s:maxLength=1 */
  key: string;
  maps?: Record<string, Map>;
}

export interface Array {
  /** +k8s:maxLength=1 */
  item: string;
}

export interface String {
  /** +k8s:maxLength=1 */
  text: string;
}

export interface validate {
  /** +k8s:maxLength=1 */
  text: string;
}

export interface Scheme {
  /** +k8s:maxLength=1 */
  text: string;
}

/** @file Functions that many folders use. */

export {};

/** @file Defaults, and properties that clients must send.
 *  +groupName=shop.example.com */
export {};

/** @file A union of interfaces.
 *  +groupName=shop.example.com */
export {};

/** @file Values of each type.
 *  +groupName=shop.example.com */
export {};

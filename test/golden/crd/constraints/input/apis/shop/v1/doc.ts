/** @file Constraints of both families of markers.
 *  +groupName=shop.example.com */
export {};

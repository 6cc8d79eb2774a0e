/**
 * @file Markers of this folder.
 *
 * +groupName=bank.example.com
 */
export {};

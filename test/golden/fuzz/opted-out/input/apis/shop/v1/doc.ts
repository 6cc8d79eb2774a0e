/** +groupName=shop.example.com
 *
 *  @packageDocumentation */
export {};

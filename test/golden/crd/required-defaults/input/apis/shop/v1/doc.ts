/** +groupName=shop.example.com */
export {};

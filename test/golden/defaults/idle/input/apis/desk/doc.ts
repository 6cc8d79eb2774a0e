/** +groupName=desk.example.com */
export {};

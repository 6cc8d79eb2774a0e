/**
 * +groupName=tea.example.com/v1
 *
 * @packageDocumentation
 */
export {};

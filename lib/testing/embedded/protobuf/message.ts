import { readFileSync } from 'node:fs';

/** Number → name and type of a field. The name is empty for a struct whose fields are those of its owner. */
export type Message = Readonly<Record<string, readonly [name: string, type: string]>>;

let messages: Readonly<Record<string, Message>> | undefined;

/** Returns a message by its name, such as `apps/v1.Deployment`; undefined if no built-in kind has it. */
export function messageOf(name: string): Message | undefined {
  messages ??= JSON.parse(readFileSync(new URL('messages.json', import.meta.url), 'utf8')) as Readonly<
    Record<string, Message>
  >;
  return messages[name];
}

import { randomUUID } from 'node:crypto';

/** An identity that no other candidate has or had, readable for people: `{ hostname }_{ uuid }`. New at each call. */
export function candidateIdentity(hostname: string): string {
  return `${hostname}_${randomUUID()}`;
}

import { randomUUID } from 'node:crypto';

/**
 * Returns an identity that no other candidate has ever had, readable for people: `{hostname}_{uuid}`. A new one at each
 * call.
 */
export function candidateIdentity(hostname: string): string {
  return `${hostname}_${randomUUID()}`;
}

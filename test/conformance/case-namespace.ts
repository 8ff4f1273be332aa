import { createHash } from 'node:crypto';

/** Returns the name of a namespace of a case, which is also a label of its group. Cases whose titles begin alike get different ones. */
export function caseNamespace(title: string): string {
  const start = title.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 50);
  return `${start}-${createHash('sha256').update(title).digest('hex').slice(0, 6)}`;
}

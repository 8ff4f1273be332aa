import type { StoredObject } from '../../api/index.ts';
import { readiness } from '../../render/index.ts';
import type { Health } from './message.ts';

const healths = { current: 'ready', 'in-progress': 'progressing', failed: 'failed' } as const;

/** Returns the health of an object, with the reason of a state other than `ready`. */
export function objectHealth(object: StoredObject): { readonly health: Health; readonly message: string } {
  const found = readiness(object);
  return { health: healths[found.state], message: found.state === 'current' ? '' : found.message };
}

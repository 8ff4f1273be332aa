import { Backoff } from '../../clock/index.ts';

/**
 * When a write that certificates need is tried again: at first so soon that nobody is kept waiting by a conflict, and at least
 * twice a minute, since calls of webhooks may fail for want of it.
 */
export const writeBackoff = new Backoff({ baseMs: 500, maxMs: 30_000 });

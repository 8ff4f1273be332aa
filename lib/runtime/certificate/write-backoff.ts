import { Backoff } from '../../clock/index.ts';

/**
 * The delays before retries of certificate writes. The first is short, so that a conflict delays nothing. Retries come at
 * least twice a minute, since webhook calls may fail until a write succeeds.
 */
export const writeBackoff = new Backoff({ baseMs: 500, maxMs: 30_000 });

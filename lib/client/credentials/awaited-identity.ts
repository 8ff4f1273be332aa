import { type Clock, untilAborted, withTimeLimit } from '../../clock/index.ts';
import { CredentialsError, type Identity } from './credentials.ts';

/** The source of an identity, for messages, and what ends a wait for it. */
interface IdentityWait {
  readonly source: string;
  readonly clock: Pick<Clock, 'timer'>;
  readonly signal: AbortSignal;
}

const longestWaitMs = 60_000;

/**
 * Waits for an identity that is being read, which a plugin may delay without an end.
 *
 * @throws CredentialsError after a minute.
 * @throws the signal's reason when it is or becomes aborted.
 */
export async function awaitedIdentity(reading: Promise<Identity>, wait: IdentityWait): Promise<Identity> {
  const { source, clock, signal } = wait;
  const late = `the credentials of ${source} did not arrive within ${longestWaitMs / 1000} s`;
  const message = `${late}: if a plugin provides them, run it by hand to see what it waits for`;
  return await withTimeLimit(clock, { ms: longestWaitMs, message, signal }, async (limited) => {
    const identity = await untilAborted(reading, limited);
    if (identity !== undefined) return identity;
    throw signal.aborted ? signal.reason : new CredentialsError(message);
  });
}

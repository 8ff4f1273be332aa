/** Resolves when a signal aborts, or at once if it has. For waits that an abort ends but doesn't spoil. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise;
}

/**
 * The outcome of a promise, or undefined as soon as a signal aborts.
 *
 * The one place that waits for the first of two events: `Promise.race` adds reactions to each of its promises, which stay
 * for as long as the longest-lived one is pending. Here the signal keeps nothing of a wait that is over.
 */
export function untilAborted<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>();
  const abandon = () => resolve(undefined);
  const forget = () => signal.removeEventListener('abort', abandon);
  if (signal.aborted) abandon();
  else signal.addEventListener('abort', abandon, { once: true });
  awaited.then(
    (value) => {
      forget();
      resolve(value);
    },
    (error: unknown) => {
      forget();
      reject(error);
    },
  );
  return promise;
}

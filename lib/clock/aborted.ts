/** Resolves when a signal aborts, or at once if it has aborted. For waits that an abort ends without an error. */
export function whenAborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise;
}

/**
 * Resolves with the outcome of a promise, or with undefined as soon as a signal aborts.
 *
 * All waits for the first of two events go through this function: `Promise.race` adds reactions to each of its promises,
 * and they stay while the longest-lived promise is pending. Here, a wait that has ended leaves nothing on the signal.
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

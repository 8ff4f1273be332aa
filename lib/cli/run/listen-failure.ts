import { ListenError } from '../../server/index.ts';
import { Failure } from '../failure.ts';

/** Server → the option with its address. */
const options: ReadonlyMap<string, string> = new Map([
  ['health server', '--health-address'],
  ['metrics server', '--metrics-address'],
  ['webhook server', '--webhook-address'],
]);

/** Returns the failure of a run; if a server can't listen at its address, with the option to change. */
export function listenFailure(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const option = cause instanceof ListenError ? options.get(cause.server) : undefined;
    if (option !== undefined) return new Failure(`${cause.message} (${option})`, { cause: error });
  }
  return error;
}

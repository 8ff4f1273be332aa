import { ListenError } from '../../server/index.ts';
import { Failure } from '../failure.ts';

/** Server → the option that says where it listens. */
const options: ReadonlyMap<string, string> = new Map([
  ['health server', '--health-address'],
  ['metrics server', '--metrics-address'],
  ['webhook server', '--webhook-address'],
]);

/** A failure of a run, with the option to change if a server of it can't listen at its address. */
export function listenFailure(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const option = cause instanceof ListenError ? options.get(cause.server) : undefined;
    if (option !== undefined) return new Failure(`${cause.message} (${option})`, { cause: error });
  }
  return error;
}

// In: calls of API servers, and streams of `dev`. Out: each call joined with a stream, on which `dev` answers it. Run in a pod
// of the operator's image, which `dev` creates.

import { createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type Clock, systemClock, whenAborted } from '../../clock/index.ts';
import { webhookPorts } from '../../constructs/index.ts';
import { StopSignals } from '../process/stop-signals.ts';

/** The ports of a relay: for calls, and on loopback for streams, which a port-forward alone reaches. */
export const relayPorts = { calls: webhookPorts.container, streams: 9444 };

/** The first byte on each stream, by which `dev` knows that the relay has accepted it. */
export const greeting = Buffer.of(0);

/** The time without a stream after which a relay ends, since `dev` has ended. */
const idleMs = 60_000;

/** More calls at once than the webhooks of one developer get. */
const connectionLimit = 200;

/** Runs a relay until a signal ends it, or `dev` has gone. */
export async function runRelay(): Promise<void> {
  using stop = new StopSignals();
  await relay(relayPorts, systemClock, stop.signal);
}

/** Joins each call with a stream, in order of arrival, until `signal` aborts or a minute has passed without a stream. */
export async function relay(
  ports: { readonly calls: number; readonly streams: number },
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const unused = new AbortController();
  const endSoon = () => clock.timer(idleMs, () => unused.abort());
  const [calls, idle, open]: [Socket[], Set<Socket>, Set<Socket>] = [[], new Set(), new Set()];
  let timer = endSoon();
  const join = () => {
    const [stream] = idle;
    const call = stream === undefined ? undefined : calls.shift();
    if (stream === undefined || call === undefined) return;
    idle.delete(stream);
    // A connection that breaks ends the other one.
    void pipeline(call, stream, call).catch(() => undefined);
  };
  const servers = [
    await listening(ports.streams, '127.0.0.1', (stream) => {
      timer.cancel();
      open.add(stream);
      idle.add(stream);
      stream.on('close', () => {
        idle.delete(stream);
        open.delete(stream);
        if (open.size === 0) timer = endSoon();
      });
      stream.write(greeting);
      // It carries nothing else before a call, but its end is noticed only by reading.
      stream.resume();
      join();
    }),
    // The last, since the pod is ready when it listens.
    await listening(ports.calls, undefined, (call) => {
      calls.push(call);
      join();
    }),
  ];
  await whenAborted(AbortSignal.any([signal, unused.signal]));
  timer.cancel();
  for (const server of servers) server.close();
  for (const socket of [...calls, ...open]) socket.destroy();
}

async function listening(port: number, host: string | undefined, accept: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    // An error closes the connection, which ends its part of the relay.
    socket.on('error', () => socket.destroy());
    accept(socket);
  });
  server.maxConnections = connectionLimit;
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  server.on('error', reject);
  server.listen({ port, host }, () => resolve(server));
  return await promise;
}

// In: streams to a relay. Out: the calls that arrive on them, at a port of this machine. Run by the tunnel of `dev`.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Clock, untilAborted } from '../../clock/index.ts';

/** The inputs of {@link carryCalls}. */
export interface CarrierPorts {
  readonly clock: Clock;
  /** Opens a stream to the relay. Rejects only when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<Duplex>;
  /** The port on loopback that answers the calls. */
  readonly port: number;
}

/** The pause after the end of a stream without a call. */
const pauseMs = 250;

/** Keeps a stream open for the next call, and carries each call to the port, until `signal` aborts. */
export async function carryCalls({ clock, open, port }: CarrierPorts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const stream = await untilAborted(open(signal), signal);
    if (stream === undefined) return;
    const isCalled = await once(stream, 'readable', { signal }).then(
      () => stream.readableLength > 0,
      () => false,
    );
    if (isCalled) carryCall(stream, port);
    else {
      // The relay, or a server on the way, has closed it.
      stream.destroy();
      await untilAborted(clock.sleep(pauseMs, signal), signal);
    }
  }
}

/** Carries one call. If it fails, the API server reports that with its request. */
function carryCall(stream: Duplex, port: number): void {
  const local = connect(port, '127.0.0.1').on('error', ignored);
  void pipeline(stream, local, stream).catch(ignored);
}

function ignored(): void {}

// In: streams to a relay. Out: the calls that arrive on them, at a port of this machine. Run by the tunnel of `dev`.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../clock/index.ts';

/** The inputs of {@link carryCalls}. */
export interface CarrierPorts {
  readonly clock: Clock;
  /** Opens a stream to the relay. */
  readonly open: (signal: AbortSignal) => Promise<Duplex>;
  /** The port on loopback that answers the calls. */
  readonly port: number;
  /** Called when a stream can't be opened, or fails before a call. */
  readonly onFailure: (error: unknown) => void;
}

/** The pause after a failure, or after the end of a stream without a call. */
const pauseMs = 1_000;

/** Keeps a stream open for the next call, and carries each call to the port, until `signal` aborts. */
export async function carryCalls(ports: CarrierPorts, signal: AbortSignal): Promise<void> {
  const { clock, open, port, onFailure } = ports;
  while (!signal.aborted) {
    try {
      const stream = await open(signal);
      stream.on('error', ignored);
      await once(stream, 'readable');
      if (stream.readableLength > 0) carryCall(stream, port);
      // The relay, or a server on the way, has closed it.
      else await clock.sleep(pauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
      await clock.sleep(pauseMs);
    }
  }
}

/** Carries one call. If it fails, the API server reports that with its request. */
function carryCall(stream: Duplex, port: number): void {
  const local = connect(port, '127.0.0.1').on('error', ignored);
  void pipeline(stream, local, stream).catch(ignored);
}

function ignored(): void {}

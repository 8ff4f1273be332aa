// Streams to ports of pods, which few commands open: they load all of undici.

export { PortStreams } from './port-streams.ts';

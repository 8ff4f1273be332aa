// Streams to ports of pods, which `dev` alone opens.

export { PortStreams } from './port-streams.ts';

// Listening

// Answering
export { type Endpoint, plainText, type Reply, type Routes } from './endpoint.ts';
export { type ListenAddress, listenAddress } from './listen-address.ts';
export { ListenError } from './listen-error.ts';
export { type Listener, type ListenerPorts, listen } from './listener.ts';
export { metricsEndpoint } from './metrics-endpoint.ts';
export { type Check, probe } from './probe.ts';

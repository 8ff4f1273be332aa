// Storage in a Secret

export type { SecretPlace } from './certificate-secret.ts';
export { SecretCertificates } from './secret-certificates.ts';

// Rotation

export { Rotation, type RotationPorts } from './rotation.ts';

// Registration with API servers

export type { WatchObject } from './latest-state.ts';
export { Registrar, type RegistrarOptions } from './registrar.ts';
export type { ServiceAddress } from './registration.ts';

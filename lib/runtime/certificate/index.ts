// Storage in a Secret

export type { SecretPlace } from './certificate-secret.ts';
export { SecretCertificates, type SecretCertificatesPorts } from './secret-certificates.ts';

// Rotation

export { Rotation, type RotationOptions, type RotationPorts } from './rotation.ts';

// Registration with API servers

export type { Follow } from './latest-state.ts';
export { Registrar, type RegistrarOptions, type RegistrarPorts } from './registrar.ts';
export type { ServiceAddress } from './registration.ts';

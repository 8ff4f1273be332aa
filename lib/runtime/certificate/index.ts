// Kept in a Secret

export type { SecretPlace } from './certificate-secret.ts';
export { SecretCertificates, type SecretCertificatesPorts } from './secret-certificates.ts';

// Replaced before they end

export { Rotation, type RotationOptions, type RotationPorts } from './rotation.ts';

// Trusted by API servers

export type { Follow } from './follow.ts';
export { Registrar, type RegistrarOptions, type RegistrarPorts } from './registrar.ts';
export type { ServiceAddress } from './registration.ts';

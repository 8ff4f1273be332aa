// Kept in a Secret
export type { SecretPlace } from './certificate-secret.ts';
// Trusted by API servers
export { type Follow, type NamedObject, selectionOf } from './follow.ts';
export { definitionKind, mutatingConfigurationKind, validatingConfigurationKind } from './registered-kind.ts';
export { Registrar, type RegistrarOptions, type RegistrarPorts } from './registrar.ts';
export type { ServiceAddress } from './registration.ts';
// Replaced before they end
export { Rotation, type RotationOptions, type RotationPorts } from './rotation.ts';
export { SecretCertificates, type SecretCertificatesPorts } from './secret-certificates.ts';

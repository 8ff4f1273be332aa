import { brandedError } from '../../error/index.ts';

/** Thrown if no usable credentials are found. The message is one sentence: the inspected source, and what to do. */
export class CredentialsError extends brandedError('CredentialsError') {
  readonly code = 'credentials';
}

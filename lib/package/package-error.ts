import { brandedError } from '../error/index.ts';

/** Thrown if sources can't be published as a package. Their author has to correct them or their manifest. */
export class PackageError extends brandedError('PackageError') {
  readonly code = 'not-publishable';
}

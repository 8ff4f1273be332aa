import { brandedError } from '../error/index.ts';

/** Thrown for a definition that can't be imported. Its author or the user has to correct it. */
export class ImportError extends brandedError('ImportError') {
  readonly code = 'not-importable';
  /** The path in the definition, such as `spec.versions[0].schema`; empty for the definition as a whole. */
  readonly path: string;

  constructor(message: string, { path = '' }: { readonly path?: string } = {}) {
    super(message);
    this.path = path;
  }
}

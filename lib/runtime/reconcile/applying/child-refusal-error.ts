import { brandedError } from '../../../error/index.ts';

/**
 * A child can't become as rendered. `ChildImmutable`: the API server doesn't allow the change, and the child isn't
 * replaced · `ClaimNotGrown`: a volume claim of its pods can't be made as large.
 */
export class ChildRefusalError extends brandedError('ChildRefusalError') {
  readonly code = 'child-refused';
  readonly reason: 'ChildImmutable' | 'ClaimNotGrown';

  constructor(reason: ChildRefusalError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

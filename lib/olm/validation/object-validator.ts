import type { StrictRejection } from '../finding/rejection.ts';

/**
 * Returns a rejection by `opm alpha bundle validate --optional-validators=bundle-objects`, which guards OpenShift
 * clusters.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/object.go
 */
export function byObjectValidator(message: string): StrictRejection {
  return { audiences: ['openshift'], by: 'opm', message };
}

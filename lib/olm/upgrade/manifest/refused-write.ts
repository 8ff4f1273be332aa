import type { UpgradeFinding } from '../upgrade-finding.ts';

/**
 * The effect if an object of the bundle can't be changed to the new one.
 *
 * OLM creates an object, or updates the existing one; it never replaces one.
 *
 * @see
 *   https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/step_ensurer.go
 */
export const refusedWrite: Pick<UpgradeFinding, 'hits' | 'remedy'> = {
  hits: 'the installer: it updates the existing object, the API server rejects that, and the upgrade stops',
  remedy: 'keep the old value, or give the object another name: then it is a new one',
};

import type { UpgradeFinding } from '../upgrade-finding.ts';

/**
 * What it means that an object of the bundle can't become what the new release says.
 *
 * OLM makes an object, or else updates the one that is there; it replaces none.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/step_ensurer.go
 */
export const refusedWrite: Pick<UpgradeFinding, 'hits' | 'remedy'> = {
  hits: 'the installer: it updates the object that is there, the API server refuses that, and the upgrade stops',
  remedy: 'leave it as it is, or give the object another name: then it is a new one',
};

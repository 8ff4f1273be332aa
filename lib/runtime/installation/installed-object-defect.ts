import { admissionPolicyBindingKind, admissionPolicyKind, definitionKind, type StoredObject } from '../../api/index.ts';
import type { InstalledObject } from '../../constructs/index.ts';
import type { Defect } from './defect.ts';
import { definitionDefects, missingPartDefects } from './definition-defect.ts';
import { bindingDefects, policyDefects } from './policy-defect.ts';
import { configurationDefects, type ExpectedCalls } from './webhook-defect.ts';

/** The defects of an installed object as the API server has it; undefined if the API server doesn't have it. */
export function objectDefects(
  { kind, manifest }: InstalledObject,
  object: StoredObject | undefined,
  calls: ExpectedCalls,
): Defect[] {
  if (object === undefined) return [{ message: 'it is missing', repair: [] }];
  if (object.metadata.deletionTimestamp !== undefined) return [{ message: 'it is being deleted', repair: [] }];
  switch (kind.kind) {
    case definitionKind.kind:
      return definitionDefects(manifest, object, calls);
    case admissionPolicyKind.kind:
      return policyDefects(manifest, object);
    case admissionPolicyBindingKind.kind:
      return bindingDefects(manifest, object);
    default:
      return configurationDefects(manifest, object, calls);
  }
}

/** The defects of an object that another release has installed: it works as that release's manifest declares. */
export function defectsOfAnotherRelease({ kind, manifest }: InstalledObject, object: StoredObject): Defect[] {
  return kind.kind === definitionKind.kind ? missingPartDefects(manifest, object) : [];
}

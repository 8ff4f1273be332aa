import { formatGroupVersionKind } from '../../../api/index.ts';
import type { BundleProps } from '../../../constructs/index.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import { isEntryOf, type OwnedDefinition } from './owned-definition.ts';

/** Reports kinds that the author describes to consoles and that the operator doesn't provide. */
export function unownedKindFindings(
  { descriptors = [], internalKinds = [] }: BundleProps,
  owned: readonly OwnedDefinition[],
): ManifestFinding[] {
  const named = [
    ...descriptors.map(({ of }) => ({ field: 'descriptors', kind: of })),
    ...internalKinds.map(({ definition }) => ({ field: 'internalKinds', kind: definition })),
  ];
  return named
    .filter(({ kind }) => !owned.some((definition) => isEntryOf(definition, kind)))
    .map(({ field, kind }) => ({
      what: `bundle.${field} has ${formatGroupVersionKind(kind)}, which the operator doesn't provide`,
      why: 'a bundle describes only its own kinds to consoles, in served versions',
      remedy: 'name a class that one of its controllers is for, or leave the entry out',
    }));
}

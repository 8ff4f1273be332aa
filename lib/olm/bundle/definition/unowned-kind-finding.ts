import { formatGroupVersionKind } from '../../../api/index.ts';
import type { BundleProps } from '../../../constructs/index.ts';
import type { Finding } from '../finding.ts';
import { isEntryOf, type OwnedDefinition } from './owned-definition.ts';

/** The kinds of which an author says something to consoles, and which the operator doesn't bring. */
export function unownedKindFindings(
  { descriptors = [], internalKinds = [] }: BundleProps,
  owned: readonly OwnedDefinition[],
): Finding[] {
  const named = [
    ...descriptors.map(({ of }) => ({ field: 'descriptors', kind: of })),
    ...internalKinds.map(({ definition }) => ({ field: 'internalKinds', kind: definition })),
  ];
  return named
    .filter(({ kind }) => !owned.some((definition) => isEntryOf(definition, kind)))
    .map(({ field, kind }) => ({
      what: `bundle.${field} has ${formatGroupVersionKind(kind)}, which the operator doesn't bring`,
      why: 'consoles are told of its own kinds only, in the versions that are served',
      remedy: 'name a class that one of its controllers is for, or leave the entry out',
    }));
}

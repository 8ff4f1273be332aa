import { formatGroupVersionKind } from '../../../api/index.ts';
import type { BundleProps, KindDescriptors } from '../../../constructs/index.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import { isOwnedDefinitionOf, type OwnedDefinition } from './owned-definition.ts';

/** Reports descriptors of fields that consoles don't show, and repeated descriptors. */
export function descriptorFindings(
  { descriptors = [] }: BundleProps,
  owned: readonly OwnedDefinition[],
): ManifestFinding[] {
  return descriptors.flatMap((words, index) => {
    const kind = formatGroupVersionKind(words.of);
    const shown = owned.find((definition) => isOwnedDefinitionOf(definition, words.of));
    if (shown === undefined) return [];
    if (descriptors.findIndex(({ of }) => formatGroupVersionKind(of) === kind) < index) {
      return [
        {
          what: `bundle.descriptors has ${kind} twice`,
          why: 'a bundle has one entry for each version of a kind',
          remedy: 'merge it into the first',
        },
      ];
    }
    return unshownFields(words, shown).map((field) => ({
      what: `bundle.descriptors has ${field} of ${kind}`,
      why: 'consoles show fields of objects only, and resource requests and limits as one field',
      remedy: 'name the field around it, or leave it out',
    }));
  });
}

function unshownFields({ spec = {}, status = {}, actions = {} }: KindDescriptors, shown: OwnedDefinition): string[] {
  const described = [
    { part: 'spec', fields: spec, known: shown.specDescriptors },
    { part: 'status', fields: status, known: shown.statusDescriptors },
    { part: 'spec', fields: actions, known: shown.specDescriptors },
  ];
  return described.flatMap(({ part, fields, known }) =>
    Object.keys(fields)
      .filter((name) => !known.some(({ path }) => path === name))
      .map((name) => `${part}.${name}`),
  );
}

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
    .filter(({ kind }) => !owned.some((definition) => isOwnedDefinitionOf(definition, kind)))
    .map(({ field, kind }) => ({
      what: `bundle.${field} has ${formatGroupVersionKind(kind)}, which the operator doesn't provide`,
      why: 'a bundle describes only its own kinds to consoles, in served versions',
      remedy: 'name a class that one of its controllers is for, or leave the entry out',
    }));
}

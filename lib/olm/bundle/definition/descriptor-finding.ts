import { formatGroupVersionKind } from '../../../api/index.ts';
import type { BundleProps, FieldDescriptors, KindDescriptors } from '../../../constructs/index.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import type { Descriptor } from './descriptor.ts';
import { isEntryOf, type OwnedDefinition } from './owned-definition.ts';

/** Reports descriptors of fields that consoles don't show, and repeated descriptors. */
export function descriptorFindings(
  { descriptors = [] }: BundleProps,
  owned: readonly OwnedDefinition[],
): ManifestFinding[] {
  return descriptors.flatMap((words, index) => {
    const kind = formatGroupVersionKind(words.of);
    const shown = owned.find((definition) => isEntryOf(definition, words.of));
    if (shown === undefined) return [];
    const isRepeated = descriptors.findIndex(({ of }) => formatGroupVersionKind(of) === kind) < index;
    return isRepeated
      ? [repeatedDescriptorFindings(kind)]
      : unshownFieldFindings(words, shown).map((field) => unshownFieldFinding(field, kind));
  });
}

function unshownFieldFindings({ spec, status, actions }: KindDescriptors, shown: OwnedDefinition): string[] {
  return [
    ...unknownFieldFindings(spec, shown.specDescriptors).map((path) => `spec.${path}`),
    ...unknownFieldFindings(status, shown.statusDescriptors).map((path) => `status.${path}`),
    ...unknownFieldFindings(actions, shown.specDescriptors).map((path) => `spec.${path}`),
  ];
}

function unknownFieldFindings(described: FieldDescriptors = {}, shown: readonly Descriptor[]): string[] {
  return Object.keys(described).filter((name) => !shown.some(({ path }) => path === name));
}

function unshownFieldFinding(field: string, kind: string): ManifestFinding {
  return {
    what: `bundle.descriptors has ${field} of ${kind}`,
    why: 'consoles show fields of objects only, and resource requests and limits as one field',
    remedy: 'name the field around it, or leave it out',
  };
}

function repeatedDescriptorFindings(kind: string): ManifestFinding {
  return {
    what: `bundle.descriptors has ${kind} twice`,
    why: 'a bundle has one entry for each version of a kind',
    remedy: 'merge it into the first',
  };
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
    .filter(({ kind }) => !owned.some((definition) => isEntryOf(definition, kind)))
    .map(({ field, kind }) => ({
      what: `bundle.${field} has ${formatGroupVersionKind(kind)}, which the operator doesn't provide`,
      why: 'a bundle describes only its own kinds to consoles, in served versions',
      remedy: 'name a class that one of its controllers is for, or leave the entry out',
    }));
}

// In: sources with definitions and objects of their kinds, including bundles. Out: the reference of the kinds. Called
// by `operand docs`.

import { definitionName, isJsonObject } from '../../api/index.ts';
import type { Place } from '../../olm/content/index.ts';
import { type DocumentedKind, documentedKind } from '../../reference/index.ts';
import type { ClusterClientOptions } from '../cluster-client.ts';
import { assertSameDefinitions, servedDefinitions } from '../source/served-definition.ts';
import { readSourceDocuments } from '../source/source-document.ts';
import { sourceTitle } from '../source/source-file.ts';
import { type DocsOptions, type DocumentedSubject, deliverReference, referenceExampleOf } from './reference-files.ts';

/** The options of `docs`. */
export type SourceDocsOptions = DocsOptions & ClusterClientOptions;

/**
 * Writes the reference of the kinds that the sources define. Objects of these kinds in the sources, and in a
 * ClusterServiceVersion, are their examples.
 *
 * @throws Failure if a source can't be read, a definition isn't valid, none serves a kind, or two of one kind differ.
 */
export async function executeDocs(sources: readonly string[], options: SourceDocsOptions): Promise<void> {
  const places = (await Promise.all(sources.map((source) => readSourceDocuments(source, options)))).flat();
  const definitions = servedDefinitions(sources.map(sourceTitle).join(', '), places);
  assertSameDefinitions(definitions.flatMap((each) => each.kinds));
  const kinds = distinctDocumentedKinds(definitions.flatMap(({ definition }) => documentedKind(definition) ?? []));
  const serviceVersions = places.filter((place) =>
    isPlaceOfKind(place, 'operators.coreos.com', 'ClusterServiceVersion'),
  );
  deliverReference(
    kinds.map((kind) => referenceSubjectOf(kind, places, serviceVersions)),
    options,
  );
}

function referenceSubjectOf(
  kind: DocumentedKind,
  places: readonly Place[],
  serviceVersions: readonly Place[],
): DocumentedSubject {
  const webhooks = serviceVersions.flatMap((version) => version.at('spec', 'webhookdefinitions').items);
  const isConverted = webhooks.some((webhook) => webhook.at('conversionCRDs').texts.includes(definitionName(kind)));
  const shown = [
    ...places,
    ...serviceVersions.flatMap((version) => version.at('metadata', 'annotations', 'alm-examples').json.items),
  ].filter((place) => isPlaceOfKind(place, kind.group, kind.kind));
  return {
    kind: { ...kind, isConverted: kind.isConverted || isConverted },
    details: {
      examples: shown.flatMap(({ value }) => (isJsonObject(value) ? [referenceExampleOf(value)] : [])),
      admission: webhooks.flatMap((webhook) => admissionOf(kind, webhook)),
    },
  };
}

/** Describes a webhook: its name, and its operations. */
function admissionOf({ group, plural }: DocumentedKind, webhook: Place): string[] {
  const rules = webhook.at('rules').items.filter((rule) => {
    return rule.at('apiGroups').texts.includes(group) && rule.at('resources').texts.includes(plural);
  });
  const operations = [...new Set(rules.flatMap((rule) => rule.at('operations').texts))];
  if (operations.length === 0) return [];
  const does = webhook.at('type').text === 'MutatingAdmissionWebhook' ? 'may change' : 'checks';
  return [`\`${webhook.at('generateName').text ?? ''}\` ${does} objects: ${operations.join(', ')}.`];
}

function isPlaceOfKind(place: Place, group: string, kind: string): boolean {
  return place.at('apiVersion').text?.startsWith(`${group}/`) === true && place.at('kind').text === kind;
}

/** Removes duplicate kinds; the first definition stays. */
function distinctDocumentedKinds(kinds: readonly DocumentedKind[]): DocumentedKind[] {
  return [...new Map(kinds.toReversed().map((kind) => [definitionName(kind), kind])).values()].toReversed();
}

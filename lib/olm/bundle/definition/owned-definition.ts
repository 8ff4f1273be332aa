import {
  apiVersion,
  builtInKind,
  definitionName,
  groupVersionKind,
  type Kind,
  type KubernetesObject,
} from '../../../api/index.ts';
import type { Controller, KindDescriptors, WebhookClient } from '../../../constructs/index.ts';
import type { JsonSchemaProps } from '../../../schema/index.ts';
import { actionDescriptors, type Descriptor, described, specDescriptors, statusDescriptors } from './descriptor.ts';
import { displayName } from './display-name.ts';

/** The manifest of a CustomResourceDefinition, as far as a bundle reads it. */
export interface DefinitionManifest extends KubernetesObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly conversion?: ConversionManifest;
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly selectableFields?: readonly unknown[];
      readonly subresources?: { readonly scale?: { readonly specReplicasPath: string } };
      readonly schema?: { readonly openAPIV3Schema?: JsonSchemaProps };
    }[];
  };
}

/** How the versions of a kind become each other. */
export interface ConversionManifest {
  readonly strategy: 'None' | 'Webhook';
  readonly webhook?: {
    readonly clientConfig?: WebhookClient;
    readonly conversionReviewVersions: readonly string[];
  };
}

/** Whether a manifest is a CustomResourceDefinition; by its kind, the API server checks the rest. */
export function isDefinition(manifest: KubernetesObject): manifest is DefinitionManifest {
  const { group, kind } = groupVersionKind(manifest);
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition';
}

/** A kind that an operator brings, in one version, as a ClusterServiceVersion tells it. */
export interface OwnedDefinition {
  /** The name of the CustomResourceDefinition. */
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly displayName: string;
  readonly description?: string;
  /** The kinds of the objects that belong to a resource. */
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly version: string }[];
  readonly specDescriptors: readonly Descriptor[];
  readonly statusDescriptors: readonly Descriptor[];
  /** Of what is to be done with a resource by changing a field, as its scale is. */
  readonly actionDescriptors?: readonly Descriptor[];
}

/**
 * What a ClusterServiceVersion tells of a definition: an entry for each served version.
 *
 * Descriptors come from the very schema that the API server applies, so that their paths exist.
 *
 * @param controllers - all of the operator's.
 * @param words - what its author says of fields beyond that.
 */
export function ownedDefinitions(
  { metadata, spec: { group, names, versions } }: DefinitionManifest,
  controllers: readonly Controller[],
  words: readonly KindDescriptors[] = [],
): OwnedDefinition[] {
  const resources = controllers
    .filter(({ kind }) => kind.kind === names.kind && kind.group === group)
    .flatMap(({ owns, watches }) => [...owns, ...watches.map(({ kind }) => kind)]);
  return versions
    .filter(({ served }) => served)
    .map(({ name: version, schema: { openAPIV3Schema: schema = {} } = {}, subresources }) => {
      const said = words.find(({ of }) => of.kind === names.kind && of.group === group && of.version === version);
      const { spec = {}, status = {} } = schema.properties ?? {};
      const replicas = subresources?.scale?.specReplicasPath.replace(/^\.spec\./, '');
      const actions = actionDescriptors(spec, { replicas, said: said?.actions });
      return {
        name: metadata.name,
        version,
        kind: names.kind,
        displayName: displayName(names.kind),
        ...(schema.description !== undefined && { description: schema.description }),
        resources: resourcesOf(resources),
        specDescriptors: described(specDescriptors(spec, replicas), said?.spec),
        statusDescriptors: described(statusDescriptors(status), said?.status),
        ...(actions.length > 0 && { actionDescriptors: actions }),
      };
    });
}

/** Whether an entry is that of a kind in its version. */
export function isEntryOf({ name, version }: OwnedDefinition, kind: Kind): boolean {
  return name === definitionName(kind) && version === kind.version;
}

/** A console finds a built-in kind by kind and version, a custom one by the name of its definition too. */
function resourcesOf(kinds: readonly Kind[]): OwnedDefinition['resources'] {
  const byKind = new Map(kinds.map((kind) => [`${kind.kind} ${apiVersion(kind)}`, kind]));
  return [...byKind.values()].map((kind) => ({
    name: builtInKind(kind) !== undefined ? '' : definitionName(kind),
    kind: kind.kind,
    version: kind.version,
  }));
}

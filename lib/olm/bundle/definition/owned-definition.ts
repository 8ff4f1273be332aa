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
import {
  actionDescriptors,
  type Descriptor,
  describedDescriptors,
  specDescriptors,
  statusDescriptors,
} from './descriptor.ts';
import { displayName } from './display-name.ts';

/** The manifest of a CustomResourceDefinition, limited to the fields that a bundle reads. */
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

/** The conversion between the versions of a kind. */
export interface ConversionManifest {
  readonly strategy: 'None' | 'Webhook';
  readonly webhook?: {
    readonly clientConfig?: WebhookClient;
    readonly conversionReviewVersions: readonly string[];
  };
}

/**
 * Returns true if a manifest is a CustomResourceDefinition. Checks the kind only; the API server validates the rest.
 */
export function isDefinition(manifest: KubernetesObject): manifest is DefinitionManifest {
  const { group, kind } = groupVersionKind(manifest);
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition';
}

/** One version of a kind that an operator provides, as listed in a ClusterServiceVersion. */
export interface OwnedDefinition {
  /** The name of the CustomResourceDefinition. */
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly displayName: string;
  readonly description?: string;
  /** The kinds of a resource's children. */
  readonly resources: readonly { readonly name: string; readonly kind: string; readonly version: string }[];
  readonly specDescriptors: readonly Descriptor[];
  readonly statusDescriptors: readonly Descriptor[];
  /** The fields that a console offers to change as an action, such as the scale. */
  readonly actionDescriptors?: readonly Descriptor[];
}

/**
 * Returns the entries of a ClusterServiceVersion for a definition: one for each served version.
 *
 * Descriptors come from the schema that the API server applies, so their paths exist.
 *
 * @param controllers - all controllers of the operator.
 * @param words - the author's descriptions of fields.
 */
export function ownedDefinitions(
  { metadata, spec: { group, names, versions } }: DefinitionManifest,
  controllers: readonly Controller[],
  words: readonly KindDescriptors[] = [],
): OwnedDefinition[] {
  const resources = controllers
    .filter(({ kind }) => kind.kind === names.kind && kind.group === group)
    .flatMap(({ owns, watches, uses }) => [
      ...owns,
      ...watches.map(({ kind }) => kind),
      ...uses
        .filter(({ verbs }) => verbs.some((verb) => verb === 'create' || verb === 'apply'))
        .map(({ kind }) => kind),
    ]);
  return versions
    .filter(({ served }) => served)
    .map(({ name: version, schema: { openAPIV3Schema: schema = {} } = {}, subresources }) => {
      const described = words.find(({ of }) => of.kind === names.kind && of.group === group && of.version === version);
      const { spec = {}, status = {} } = schema.properties ?? {};
      const replicas = subresources?.scale?.specReplicasPath.replace(/^\.spec\./, '');
      const actions = actionDescriptors(spec, { replicas, described: described?.actions });
      return {
        name: metadata.name,
        version,
        kind: names.kind,
        displayName: displayName(names.kind),
        ...(schema.description !== undefined && { description: schema.description }),
        resources: ownedResourceEntries(resources),
        specDescriptors: describedDescriptors(specDescriptors(spec, replicas), described?.spec),
        statusDescriptors: describedDescriptors(statusDescriptors(status), described?.status),
        ...(actions.length > 0 && { actionDescriptors: actions }),
      };
    });
}

/** Returns true if an owned definition is that of a kind in its version. */
export function isOwnedDefinitionOf({ name, version }: OwnedDefinition, kind: Kind): boolean {
  return name === definitionName(kind) && version === kind.version;
}

/** A console finds a built-in kind by kind and version. For a custom kind it needs the name of the definition too. */
function ownedResourceEntries(kinds: readonly Kind[]): OwnedDefinition['resources'] {
  const byKind = new Map(kinds.map((kind) => [`${kind.kind} ${apiVersion(kind)}`, kind]));
  return [...byKind.values()].map((kind) => ({
    name: builtInKind(kind) !== undefined ? '' : definitionName(kind),
    kind: kind.kind,
    version: kind.version,
  }));
}

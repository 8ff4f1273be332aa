// In: a bundle. Out: the objects that OLM sends to an API server to install it, with the places that they come from.
// Called by the validation with a server, and by the rules about refused objects.

import {
  apiVersion,
  builtInKind,
  builtInKinds,
  type GroupVersionKind,
  isJsonObject,
  type Kind,
  type KubernetesObject,
  knownKind,
  type Scope,
} from '../../../api/index.ts';
import { fieldsIn, textOrEmpty } from '../../../schema/index.ts';
import { type BundleContent, bundlePermissions, objectKindOf, type Place } from '../../content/index.ts';
import { installedKinds } from '../../notation/installed-kind.ts';
import { bundleDefinitions } from '../model/definition/bundle-definition.ts';
import { bundleWebhooks } from '../model/webhook/bundle-webhook.ts';
import { bundleDeployments } from '../model/workload/bundle-deployment.ts';
import { servingVolumes } from '../model/workload/serving-directory.ts';
import { type MovedFields, placeOfField } from './field-place.ts';

/** An object that OLM, or a user of the operator, sends to the API server. */
export interface DryRunObject {
  readonly kind: Kind;
  readonly object: KubernetesObject;
  /** The place of the bundle that the object is made of. */
  readonly place: Place;
  /** The field of the object → the place of the bundle that it comes from. */
  readonly placeOf: (field: readonly string[]) => Place;
  /** True if the cluster may lack the kind before the installation. */
  readonly isOptional: boolean;
  /** True if OLM doesn't create the object, which is an example. */
  readonly isExample: boolean;
}

/**
 * Returns the manifests of a bundle, the objects that OLM creates from its ClusterServiceVersion, and the examples.
 * Manifests of kinds that bundles can't have are omitted: a rule reports them.
 *
 * @param namespace - the namespace of the installation.
 */
export function dryRunObjects(bundle: BundleContent, namespace: string): readonly DryRunObject[] {
  return allDryRunObjects(bundle, namespace).filter(({ object }) => object.metadata.name !== '');
}

/** Returns all objects of a dry run, also those that have no name: see {@link dryRunObjects}. */
export function allDryRunObjects(bundle: BundleContent, namespace: string): readonly DryRunObject[] {
  return [
    ...dryRunManifests(bundle),
    ...dryRunDeployments(bundle),
    ...dryRunAccess(bundle),
    ...dryRunRegistrations(bundle, namespace),
    ...dryRunExamples(bundle),
  ].map((installed) => ({ ...installed, object: objectInNamespace(installed, namespace) }));
}

/** OLM puts all objects into the namespace of the installation. */
function objectInNamespace({ kind, object }: DryRunObject, namespace: string): KubernetesObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata: kind.scope === 'Namespaced' ? { ...metadata, namespace } : metadata };
}

const same: MovedFields = new Map();

/** API servers validate a definition in a form without the parts that all versions share. */
const ofDefinition: MovedFields = new Map<string, readonly string[]>([
  ['spec.validation', ['spec', 'versions', '0', 'schema']],
  ['spec.conversion.webhookClientConfig', ['spec', 'conversion', 'webhook', 'clientConfig']],
  ['spec.conversion.conversionReviewVersions', ['spec', 'conversion', 'webhook', 'conversionReviewVersions']],
  ['status', ['spec', 'versions']],
  ...['additionalPrinterColumns', 'selectableFields', 'subresources'].map(
    (field) => [`spec.${field}`, ['spec', 'versions', '0', field]] as const,
  ),
]);

function dryRunManifests(bundle: BundleContent): DryRunObject[] {
  return bundle.manifests.flatMap((place) => {
    const named = objectKindOf(place);
    const kind = builtInKind(named) ?? otherKind(named);
    if (kind === undefined || !installedKinds.has(named.kind)) return [];
    const isOptional = named.kind === 'ClusterServiceVersion';
    return dryRunObjectOf(kind, place, place.value, { isOptional, moved: movedFields(named.kind, place) });
  });
}

/** Returns a kind of another program that bundles contain: the plurals of these are regular. */
function otherKind(named: GroupVersionKind): Kind | undefined {
  if (builtInKinds().some(({ kind }) => kind === named.kind)) return undefined;
  const scope = named.group === 'console.openshift.io' ? 'Cluster' : 'Namespaced';
  return { ...named, plural: `${named.kind.toLowerCase()}s`, scope };
}

/** Returns the fields that an API server names in other words than the manifest. */
function movedFields(kind: string, manifest: Place): MovedFields {
  if (kind === 'CustomResourceDefinition') return ofDefinition;
  if (kind !== 'Secret') return same;
  return new Map(manifest.at('stringData').fields.map(([key]) => [`data.${key}`, ['stringData', key]]));
}

function dryRunDeployments(bundle: BundleContent): DryRunObject[] {
  return bundleDeployments(bundle).flatMap(({ place, name, isServing }) =>
    dryRunObjectOf(
      knownKind('apps/v1', 'Deployment'),
      place,
      {
        metadata: { name, ...(isJsonObject(place.at('label').value) && { labels: place.at('label').value }) },
        ...(isJsonObject(place.at('spec').value) && {
          spec: isServing ? withServingVolumes(place.at('spec')) : place.at('spec').value,
        }),
      },
      {
        moved: new Map([
          ['metadata.name', ['name']],
          ['metadata.labels', ['label']],
        ]),
      },
    ),
  );
}

/** Returns the spec of a Deployment with the volumes that OLM adds to it, in the place of others of their names. */
function withServingVolumes(spec: Place): unknown {
  const [template, pod] = [spec.at('template'), spec.at('template', 'spec')];
  const volumes = pod.at('volumes');
  if (!isJsonObject(spec.value) || !isJsonObject(template.value) || !isJsonObject(pod.value)) return spec.value;
  if (!volumes.isAbsent && !Array.isArray(volumes.value)) return spec.value;
  const names = volumes.items.map((volume) => volume.at('name').text);
  const added = servingVolumes.filter((name) => !names.includes(name)).map((name) => ({ name, emptyDir: {} }));
  const all = [...volumes.items.map(({ value }) => value), ...added];
  return { ...spec.value, template: { ...template.value, spec: { ...pod.value, volumes: all } } };
}

function dryRunAccess(bundle: BundleContent): DryRunObject[] {
  return (['permissions', 'clusterPermissions'] as const).flatMap((scope) =>
    bundlePermissions(bundle, [scope]).flatMap((place) => {
      const account = place.at('serviceAccountName').text ?? '';
      const role = knownKind('rbac.authorization.k8s.io/v1', scope === 'permissions' ? 'Role' : 'ClusterRole');
      const moved = new Map([['metadata.name', ['serviceAccountName']]]);
      const { isAbsent, value: rules } = place.at('rules');
      return [
        ...dryRunObjectOf(knownKind('v1', 'ServiceAccount'), place, { metadata: { name: account } }, { moved }),
        ...dryRunObjectOf(role, place, { metadata: { name: account }, ...(!isAbsent && { rules }) }, { moved }),
      ];
    }),
  );
}

/** The fields of a webhook definition that OLM keeps for itself. */
const ofOlm = [
  'type',
  'generateName',
  'webhookPath',
  'containerPort',
  'targetPort',
  'deploymentName',
  'conversionCRDs',
];

function dryRunRegistrations(bundle: BundleContent, namespace: string): DryRunObject[] {
  return bundleWebhooks(bundle).flatMap(({ place, type, name, isAdmission, port }) => {
    if (!isAdmission || !isJsonObject(place.value)) return [];
    const kind = knownKind('admissionregistration.k8s.io/v1', type.replace('AdmissionWebhook', 'WebhookConfiguration'));
    const fields = Object.entries(place.value).filter(([field]) => !ofOlm.includes(field));
    const service = { namespace, name: 'webhook', path: place.at('webhookPath').value ?? '/', port };
    return dryRunObjectOf(
      kind,
      place,
      {
        metadata: { name, labels: { 'olm.webhook-description-generate-name': name } },
        webhooks: [{ ...Object.fromEntries(fields), name, clientConfig: { service } }],
      },
      {
        moved: new Map([
          ['metadata', ['generateName']],
          ['metadata.labels', ['generateName']],
          ['webhooks.0.name', ['generateName']],
          ['webhooks.0.clientConfig.service.path', ['webhookPath']],
          ['webhooks.0.clientConfig.service.port', ['containerPort']],
          ['webhooks.0', []],
        ]),
      },
    );
  });
}

function dryRunExamples(bundle: BundleContent): DryRunObject[] {
  const definitions = bundleDefinitions(bundle);
  return bundle.clusterServiceVersion.at('metadata', 'annotations', 'alm-examples').json.items.flatMap((place) => {
    const named = objectKindOf(place);
    const owner = definitions.find(({ group, kind }) => group === named.group && kind === named.kind);
    if (owner === undefined) return [];
    const scope: Scope = owner.isNamespaced ? 'Namespaced' : 'Cluster';
    const kind = { ...named, plural: owner.plural, scope };
    return dryRunObjectOf(kind, place, place.value, { isOptional: true, isExample: true });
  });
}

function dryRunObjectOf(
  kind: Kind,
  place: Place,
  content: unknown,
  { moved = same, isOptional = false, isExample = false } = {},
): DryRunObject[] {
  if (!isJsonObject(content)) return [];
  const metadata = fieldsIn(content.metadata);
  const name = textOrEmpty(metadata.name);
  const object = { ...content, apiVersion: apiVersion(kind), kind: kind.kind, metadata: { ...metadata, name } };
  return [{ kind, object, place, isOptional, isExample, placeOf: (field) => placeOfField(place, field, moved) }];
}

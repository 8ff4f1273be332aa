import { withArticle } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { bundleDeployments } from './bundle-deployment.ts';
import { servingSecret } from './serving-directory.ts';

/** The kinds of objects that pods read from their namespace. */
export type SourceKind = 'ConfigMap' | 'Secret' | 'PersistentVolumeClaim';

/**
 * An object that exists when the pods of the operator start: a manifest of the bundle, or an object that another
 * program creates.
 */
export type AvailableObject = Place | 'external';

/**
 * Returns the object of that name; undefined if its creator is unknown.
 *
 * OLM creates a Secret with the certificate of each Deployment that API servers call. Kubernetes and OpenShift create
 * ConfigMaps with their CAs, and OpenShift a Secret for each annotated Service.
 */
export function availableObject(bundle: BundleContent, kind: SourceKind, name: string): AvailableObject | undefined {
  const manifest = bundle.manifestsOf('', kind).find((each) => each.at('metadata', 'name').text === name);
  if (manifest !== undefined) return manifest;
  const made = {
    ConfigMap: () => authorities,
    Secret: () => secretsMadeByOlm(bundle),
    PersistentVolumeClaim: () => [],
  };
  return made[kind]().includes(name) ? 'external' : undefined;
}

/** Returns true if a pod can read a key of the object. */
export function hasDataKey(object: AvailableObject, key: string): boolean {
  if (object === 'external') return true;
  const maps = ['data', 'binaryData', 'stringData'].map((field) => object.at(field));
  return maps.some((map) => map.fields.some(([name]) => name === key)) || isDataFilledByOthers(object);
}

/** A reference of a pod to an object that it reads. */
export interface PodObjectSource {
  readonly kind: SourceKind;
  readonly source: Place;
  readonly name: Place;
}

/** Returns the references to a ConfigMap and to a Secret in two fields. @param name - the field with the Secret's name. */
export function objectSources(
  place: Place,
  configMap: string,
  secret: string,
  name = 'name',
): readonly PodObjectSource[] {
  return [
    { kind: 'ConfigMap', source: place.at(configMap), name: place.at(configMap, 'name') },
    { kind: 'Secret', source: place.at(secret), name: place.at(secret, name) },
  ];
}

/** Reports an object that a pod lacks, or its keys. @param message - the kubelet's, for a key that the object lacks. */
export function* objectSourceViolations(
  bundle: BundleContent,
  { kind, source, name }: PodObjectSource,
  keys: readonly Place[],
  message: string,
): Generator<Violation> {
  if (name.text === undefined || source.at('optional').value === true) return;
  const object = availableObject(bundle, kind, name.text);
  if (object === undefined) {
    const isClaim = kind === 'PersistentVolumeClaim';
    yield {
      place: name,
      what: `neither the bundle nor OLM creates ${withArticle(kind)} ${name.text}, and no pod starts without it`,
      remedy: isClaim ? 'keep nothing in the operator' : 'add it to the bundle, or mark it as optional',
    };
    return;
  }
  for (const key of keys) {
    if (key.text === undefined || hasDataKey(object, key.text)) continue;
    yield {
      place: key,
      rejection: { by: 'kubelet', message },
      what: `the ${kind} ${name.text} of the bundle has no ${key.text}, and without it no pod starts`,
      remedy: 'write the existing key',
    };
  }
}

/** OpenShift puts its CAs into annotated ConfigMaps. */
function isDataFilledByOthers(object: Place): boolean {
  const labels = object.at('metadata', 'labels');
  const annotations = object.at('metadata', 'annotations');
  return [
    labels.at('config.openshift.io/inject-trusted-cabundle'),
    annotations.at('service.beta.openshift.io/inject-cabundle'),
  ].some(({ text }) => text === 'true');
}

const authorities: readonly string[] = ['kube-root-ca.crt', 'openshift-service-ca.crt'];

function secretsMadeByOlm(bundle: BundleContent): readonly string[] {
  const serving = bundleDeployments(bundle).filter(({ isServing }) => isServing);
  const asking = bundle.manifestsOf('', 'Service').map((service) => service.at('metadata', 'annotations'));
  return [
    ...serving.map(({ name }) => servingSecret(name)),
    ...asking.flatMap((annotations) => [
      annotations.at('service.beta.openshift.io/serving-cert-secret-name').text ?? '',
      annotations.at('service.alpha.openshift.io/serving-cert-secret-name').text ?? '',
    ]),
  ];
}

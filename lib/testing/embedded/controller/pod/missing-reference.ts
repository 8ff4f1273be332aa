// In: a pod and the stored ConfigMaps and Secrets. Out: those that it needs before it can start, in a kubelet's words. Called by the
// kubelet.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, fieldsIn, objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import { configMaps, secretObjects } from '../../collection.ts';

/** A ConfigMap or a Secret that a pod needs, with its keys. */
interface Reference {
  readonly collection: string;
  readonly name: string;
  readonly keys: readonly string[];
}

/** The objects that a pod waits for. */
export interface MissingReferences {
  /** The first volume that can't be mounted, with the reason. */
  readonly volume: { readonly name: string; readonly fault: string } | undefined;
  /** Container → the reason why it can't be created. */
  readonly containers: ReadonlyMap<string, string>;
}

/** Returns the state in which a container waits; undefined if it needs nothing. */
export function waitingState(
  pod: JsonObject,
  container: JsonObject,
  { volume, containers }: MissingReferences,
): JsonObject | undefined {
  const initContainers = objectsAt(pod, 'spec.initContainers');
  if (volume !== undefined) return { reason: initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating' };
  const nameOf = ({ name }: JsonObject) => scalarText(name);
  const index = initContainers.findIndex((each) => nameOf(each) === nameOf(container));
  const earlier = index === -1 ? initContainers : initContainers.slice(0, index);
  if (earlier.some((each) => containers.has(nameOf(each)))) return { reason: 'PodInitializing' };
  const message = containers.get(nameOf(container));
  return message === undefined ? undefined : { reason: 'CreateContainerConfigError', message };
}

const kinds: Readonly<Record<string, { readonly kind: string; readonly word: string }>> = {
  [configMaps]: { kind: 'ConfigMap', word: 'config' },
  [secretObjects]: { kind: 'Secret', word: 'secret' },
};

/** Returns the ConfigMaps and Secrets that a pod needs and that are absent, or lack a key. Optional ones may be absent. */
export function missingReferences(
  pod: JsonObject,
  get: (collection: string, key: string) => JsonObject | undefined,
): MissingReferences {
  const namespace = metadataText(pod, 'namespace');
  const find = ({ collection, name }: Reference) => get(collection, `${namespace}/${name}`);
  const volumes = objectsAt(pod, 'spec.volumes').flatMap((volume) =>
    volumeReferences(volume).flatMap((reference) => {
      const fault = volumeFault(reference, find(reference));
      return fault === undefined ? [] : [{ name: scalarText(volume.name), fault }];
    }),
  );
  const containers = [...objectsAt(pod, 'spec.initContainers'), ...objectsAt(pod, 'spec.containers')].flatMap(
    (container) => {
      const faults = containerReferences(container).flatMap(
        (reference) => containerFault(reference, find(reference), namespace) ?? [],
      );
      return faults.slice(0, 1).map((fault): [string, string] => [scalarText(container.name), fault]);
    },
  );
  return { volume: volumes[0], containers: new Map(containers) };
}

function volumeReferences(volume: JsonObject): readonly Reference[] {
  const keys = (source: JsonObject) => objectsAt(source, 'items').map(({ key }) => scalarText(key));
  const projected = objectsAt(volume, 'projected.sources').flatMap((source) => [
    ...referenceOf(configMaps, source.configMap, keys(fieldsIn(source.configMap))),
    ...referenceOf(secretObjects, source.secret, keys(fieldsIn(source.secret))),
  ]);
  const { configMap, secret } = volume;
  const named = isJsonObject(secret) ? { ...secret, name: secret.secretName ?? '' } : undefined;
  return [
    ...referenceOf(configMaps, configMap, keys(fieldsIn(configMap))),
    ...referenceOf(secretObjects, named, keys(fieldsIn(secret))),
    ...projected,
  ];
}

function containerReferences(container: JsonObject): readonly Reference[] {
  const whole = objectsAt(container, 'envFrom').flatMap(({ configMapRef, secretRef }) => [
    ...referenceOf(configMaps, configMapRef, []),
    ...referenceOf(secretObjects, secretRef, []),
  ]);
  const single = objectsAt(container, 'env').flatMap((variable) => {
    const { configMapKeyRef, secretKeyRef } = fieldsAt(variable, 'valueFrom');
    return [
      ...referenceOf(configMaps, configMapKeyRef, [textAt(configMapKeyRef, 'key')]),
      ...referenceOf(secretObjects, secretKeyRef, [textAt(secretKeyRef, 'key')]),
    ];
  });
  return [...whole, ...single];
}

function referenceOf(collection: string, source: JsonValue | undefined, keys: readonly string[]): readonly Reference[] {
  if (!isJsonObject(source) || source.optional === true) return [];
  return [{ collection, name: scalarText(source.name), keys }];
}

function missingKey({ keys }: Reference, found: JsonObject): string | undefined {
  return keys.find((key) =>
    ['data', 'binaryData'].every(
      (field) => fieldAt(found, field) === undefined || !Object.hasOwn(fieldsAt(found, field), key),
    ),
  );
}

function absence({ collection, name }: Reference): string {
  return `${(kinds[collection]?.kind ?? '').toLowerCase()} "${name}" not found`;
}

function volumeFault(reference: Reference, found: JsonObject | undefined): string | undefined {
  if (found === undefined) return absence(reference);
  const key = missingKey(reference, found);
  return key === undefined
    ? undefined
    : `references non-existent ${kinds[reference.collection]?.word ?? ''} key: ${key}`;
}

function containerFault(reference: Reference, found: JsonObject | undefined, namespace: string): string | undefined {
  if (found === undefined) return absence(reference);
  const key = missingKey(reference, found);
  const kind = kinds[reference.collection]?.kind ?? '';
  return key === undefined ? undefined : `couldn't find key ${key} in ${kind} ${namespace}/${reference.name}`;
}

/** Returns the keys of the ConfigMaps and Secrets that a pod names, as `collection namespace/name`. */
export function namedObjects(pod: JsonObject): readonly string[] {
  const namespace = metadataText(pod, 'namespace');
  return [
    ...objectsAt(pod, 'spec.volumes').flatMap(volumeReferences),
    ...[...objectsAt(pod, 'spec.initContainers'), ...objectsAt(pod, 'spec.containers')].flatMap(containerReferences),
  ].map(({ collection, name }) => `${collection} ${namespace}/${name}`);
}

// In: a CRD of a cluster. Out: its custom resources, or their removal together with their children. Called by `uninstall`
// and `undeploy` before they remove the CRD, or the manager that cleans up.

import {
  definitionName,
  formatObjectKey,
  type Kind,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { type Client, listedObjects, undefinedIfNotFound } from '../../client/index.ts';
import { objectsAt, textAt } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import { pollMs, type WaitPorts } from './readiness-wait.ts';

/** The custom resources of a kind. */
export interface CustomResources {
  readonly kind: Kind;
  /** Their metadata only. */
  readonly items: readonly StoredObject[];
}

/** The number of deletions at a time. */
const deletionsAtATime = 20;

/** Resources that a message names. */
const mostNames = 5;

/** Returns the resources of a CRD in the version in which they are stored, which no webhook has to convert. */
export async function customResources(client: Client, definition: StoredObject): Promise<CustomResources> {
  const kind = storedKind(definition);
  const items: StoredObject[] = [];
  for await (const item of listedObjects(client, kind, { content: 'metadata' })) items.push(item);
  return { kind, items };
}

function storedKind({ spec }: StoredObject): Kind {
  const versions = objectsAt(spec, 'versions');
  const version =
    versions.find(({ storage, served }) => storage === true && served === true) ??
    versions.find(({ served }) => served === true);
  return {
    group: textAt(spec, 'group'),
    version: textAt(version, 'name'),
    kind: textAt(spec, 'names.kind'),
    plural: textAt(spec, 'names.plural'),
    scope: textAt(spec, 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
  };
}

/** Formats resources: `2 of memcacheds.cache.example.com: shop/a, shop/b`. */
export function resourcesText({ kind, items }: CustomResources): string {
  const names = items.slice(0, mostNames).map((item) => formatObjectKey(objectKey(item)));
  const more = items.length > mostNames ? ', …' : '';
  return `${items.length} of ${definitionName(kind)}: ${names.join(', ')}${more}`;
}

/**
 * Deletes the resources of a CRD after their children, and waits until they are gone: until their finalizers are done.
 *
 * @throws Failure with the finalizers that remain at the deadline.
 */
export async function removeCustomResources(definition: StoredObject, ports: WaitPorts): Promise<void> {
  const { client, clock, progress, deadlineMs } = ports;
  let totalCount = 0;
  for (;;) {
    const left = await customResources(client, definition);
    const { kind, items } = left;
    totalCount = Math.max(totalCount, items.length);
    if (items.length === 0) return;
    progress.showProgress(definitionName(kind), { doneCount: totalCount - items.length, totalCount });
    await deleteAll(
      client,
      kind,
      items.filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(objectKey),
    );
    if (clock.monotonic() >= deadlineMs) throw new Failure(remainingText(left));
    await clock.sleep(pollMs);
  }
}

async function deleteAll(client: Client, kind: Kind, keys: readonly ObjectKey[]): Promise<void> {
  for (let start = 0; start < keys.length; start += deletionsAtATime) {
    const some = keys.slice(start, start + deletionsAtATime);
    await Promise.all(
      some.map((key) => client.delete(kind, key, { propagationPolicy: 'Foreground' }).catch(undefinedIfNotFound)),
    );
  }
}

function remainingText(left: CustomResources): string {
  const finalizers = new Set(left.items.flatMap(({ metadata }) => metadata.finalizers ?? []));
  return `the deletion of custom resources has not ended in time, ${resourcesText(left)}; their finalizers are ${[...finalizers].join(', ')}: check that the manager runs, and run the command again`;
}

import assert from 'node:assert/strict';
import { formatObjectKey, type Kind, type ObjectKey, type StoredObject } from '../../lib/api/index.ts';
import { type Client, isNotFound } from '../../lib/client/index.ts';
import { until } from '../until.ts';

/** Resolves with the object as soon as a condition is true for it. */
export async function awaitedObject(
  client: Client,
  kind: Kind,
  key: ObjectKey,
  isSo: (object: StoredObject) => boolean = () => true,
): Promise<StoredObject> {
  let found: StoredObject | undefined;
  await until(`${kind.kind} ${formatObjectKey(key)} is as it is awaited`, async () => {
    found = await present(client, kind, key);
    return found !== undefined && isSo(found);
  });
  return found ?? assert.fail('it is there');
}

/** Resolves when the object doesn't exist. */
export async function awaitedEnd(client: Client, kind: Kind, key: ObjectKey): Promise<void> {
  const isGone = async () => (await present(client, kind, key)) === undefined;
  await until(`${kind.kind} ${formatObjectKey(key)} is gone`, isGone);
}

async function present(client: Client, kind: Kind, key: ObjectKey): Promise<StoredObject | undefined> {
  try {
    return await client.get(kind, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

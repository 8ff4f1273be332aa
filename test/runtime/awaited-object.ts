import type { Kind, ObjectKey, StoredObject } from '../../lib/api/index.ts';
import { type Client, isNotFound } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';

/** How long an API server is left alone between two questions. */
const pauseMs = 20;

/** The object as soon as this is so of it. */
export async function awaitedObject(
  client: Client,
  kind: Kind,
  key: ObjectKey,
  isSo: (object: StoredObject) => boolean = () => true,
): Promise<StoredObject> {
  for (;;) {
    const object = await present(client, kind, key);
    if (object !== undefined && isSo(object)) return object;
    await systemClock.sleep(pauseMs);
  }
}

/** Resolves when there is no such object. */
export async function awaitedEnd(client: Client, kind: Kind, key: ObjectKey): Promise<void> {
  while ((await present(client, kind, key)) !== undefined) await systemClock.sleep(pauseMs);
}

async function present(client: Client, kind: Kind, key: ObjectKey): Promise<StoredObject | undefined> {
  try {
    return await client.get(kind, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

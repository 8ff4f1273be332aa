import { isJsonObject, type KubernetesObject, type StoredObject } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';

/**
 * Returns a Secret as if the server kept `stringData`, which is write-only: the server stores each text as base64 under
 * `data`. Null stands for a text that isn't stored as rendered. Other kinds, and Secrets rendered without it, stay as
 * they are.
 */
export function withStringData(live: StoredObject, desired: KubernetesObject): StoredObject {
  if (desired.kind !== 'Secret' || desired.apiVersion !== 'v1' || !isJsonObject(desired.stringData)) return live;
  const data = isJsonObject(live.data) ? live.data : {};
  const stored = Object.entries(desired.stringData).map(([key, text]) => {
    const isStored = typeof text === 'string' && ownField(data, key) === Buffer.from(text).toString('base64');
    return [key, isStored ? text : null];
  });
  return { ...live, stringData: Object.fromEntries(stored) };
}

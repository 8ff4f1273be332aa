import type { KubernetesObject } from '../api/index.ts';
import { isJsonObject } from '../schema/index.ts';

/**
 * Returns a Secret with its `stringData` as the API server stores it, which is base64 under `data`; any other object
 * unchanged. The API server never stores `stringData`, so a key that is no longer rendered there would never be
 * deleted.
 */
export function withSecretData(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Secret' || object.apiVersion !== 'v1' || !isJsonObject(object.stringData)) return object;
  const { stringData, data, ...rest } = object;
  const encoded = Object.entries(stringData).map(([key, text]) => [
    key,
    typeof text === 'string' ? Buffer.from(text).toString('base64') : text,
  ]);
  return { ...rest, data: { ...(isJsonObject(data) && data), ...Object.fromEntries(encoded) } };
}

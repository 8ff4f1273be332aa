import { isJsonObject, type KubernetesObject } from '../api/index.ts';

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
    typeof text === 'string' ? base64(text) : text,
  ]);
  return { ...rest, data: { ...(isJsonObject(data) && data), ...Object.fromEntries(encoded) } };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

import { isJsonObject, type KubernetesObject } from '../api/index.ts';

/**
 * A Secret with its `stringData` as the server stores it, which is base64 under `data`; any other object as it is.
 * The server only takes `stringData` in: a key that is no longer rendered there would never be deleted.
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

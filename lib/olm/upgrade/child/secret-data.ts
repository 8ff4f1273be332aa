import type { Place } from '../../content/index.ts';

/** Returns the data of a Secret in base64: API servers move `stringData` into `data`. Undefined if both are absent. */
export function secretData(secret: Place): unknown {
  const [data, written] = [secret.at('data'), secret.at('stringData')];
  if (written.isAbsent) return data.value ?? undefined;
  const encoded = written.fields.map(([name, { text = '' }]) => [name, Buffer.from(text).toString('base64')]);
  return {
    ...Object.fromEntries(data.fields.map(([name, { value }]) => [name, value])),
    ...Object.fromEntries(encoded),
  };
}

import { isJsonObject, type JsonObject, scalarText, textOrEmpty } from '../../schema/index.ts';
import { type Cause, causesAt, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import type { StructRule } from './struct-rule.ts';
import { formCauses } from './value-form.ts';

/** The fields of pods that containers may read, and those that volumes may. */
const podFields = {
  container: [
    'metadata.name',
    'metadata.namespace',
    'metadata.uid',
    'spec.nodeName',
    'spec.serviceAccountName',
    'status.hostIP',
    'status.hostIPs',
    'status.podIP',
    'status.podIPs',
  ],
  volume: ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'],
} as const;

const knownFields: ReadonlySet<string> = new Set(Object.values(podFields).flat());

/** Yields the cause of a field of pods that a container or volume reads. */
export function* podFieldCauses(
  { apiVersion = '', fieldPath }: JsonObject,
  reader: keyof typeof podFields,
): Iterable<Cause> {
  const field = 'fieldPath';
  const text = textOrEmpty(fieldPath);
  const supported: readonly string[] = podFields[reader];
  const [, map, key = ''] = /^(.+)\['([^']*)'\]$/s.exec(text) ?? [];
  const isMap = map === 'metadata.annotations' || map === 'metadata.labels';
  const unconverted = (words: string) => invalidValue(field, text, `error converting fieldPath: ${words}`);
  if (text === '') yield requiredValue(field);
  else if (apiVersion !== 'v1' && apiVersion !== '')
    yield unconverted(`unsupported pod version: ${scalarText(apiVersion)}`);
  else if (!knownFields.has(map ?? text)) yield unconverted(`field label not supported: ${text}`);
  else if (map !== undefined && !isMap) yield invalidValue('', map, 'does not support subscript');
  else if (map !== undefined)
    yield* formCauses('qualified-name', map === 'metadata.labels' ? key : key.toLowerCase(), '');
  else if (!supported.includes(text)) yield unsupportedValue(field, text, supported);
}

const readable = ['cpu', 'ephemeral-storage', 'memory']
  .flatMap((name) => [`limits.${name}`, `requests.${name}`])
  .sort();

/** Yields the causes of a resource that a container or volume reads. Volumes name the container that has it. */
export function* containerResourceCauses(
  { containerName = '', resource = '', divisor = '0' }: JsonObject,
  reader: 'container' | 'volume',
): Iterable<Cause> {
  const name = textOrEmpty(resource);
  if (reader === 'volume' && containerName === '') yield requiredValue('containerName');
  if (name === '') yield requiredValue('resource');
  else if (!readable.includes(name) && !name.includes('hugepages-')) yield unsupportedValue('resource', name, readable);
  if (name.endsWith('.cpu') && !['0', '1', '1m'].includes(scalarText(divisor)))
    yield invalidValue('divisor', name, "only divisor's values 1m and 1 are supported with the cpu resource");
}

/** The source of an environment variable: a field of its pod, or a resource of its container. */
export const environmentSource: StructRule = ({ fieldRef, resourceFieldRef }) => {
  if (isJsonObject(fieldRef)) return causesAt('fieldRef', podFieldCauses(fieldRef, 'container'));
  if (!isJsonObject(resourceFieldRef)) return [];
  return causesAt('resourceFieldRef', containerResourceCauses(resourceFieldRef, 'container'));
};

import { type Finding, fieldPath, isJsonObject, itemPath, type JsonValue } from '../schema/index.ts';
import { isDnsLabel } from './dns-label.ts';
import { isLabelValue } from './label-value.ts';
import { isQualifiedName } from './qualified-name.ts';
import { isSubdomain } from './subdomain.ts';

/**
 * What an API server has against the texts in the metadata of a custom resource: its names, the keys and values of its
 * labels and annotations, and its finalizers. Of what isn't text at all it is for others to tell.
 */
export function metadataFormFindings(metadata: unknown): Finding[] {
  if (!isJsonObject(metadata)) return [];
  const { name, generateName, namespace, labels, annotations, finalizers } = metadata;
  return [
    ...textFindings('metadata.name', name, { isFit: isSubdomain, form: subdomain }),
    // What is generated stands behind it, so that it may end with a dash.
    ...textFindings('metadata.generateName', generateName, {
      isFit: (text) => isSubdomain(text.replace(/-$/, 'a')),
      form: subdomain,
    }),
    ...textFindings('metadata.namespace', namespace, { isFit: isDnsLabel, form: dnsLabel }),
    ...entries(labels).flatMap(([key, value]) => [
      ...keyFindings('metadata.labels', key),
      ...textFindings(fieldPath('metadata.labels', key), value, { isFit: isLabelValue, form: labelValue }),
    ]),
    // The API server reads the domain in front of their names as if it was in lower case.
    ...entries(annotations).flatMap(([key]) => keyFindings('metadata.annotations', key, key.toLowerCase())),
    ...sizeFindings(entries(annotations)),
    ...(Array.isArray(finalizers) ? finalizers : []).flatMap((finalizer, index) =>
      textFindings(itemPath('metadata.finalizers', index), finalizer, { isFit: isQualifiedName, form: qualifiedName }),
    ),
  ];
}

const subdomain = "lower-case letters, digits, '-' and '.', at most 253, with a letter or digit at both ends";
const dnsLabel = "lower-case letters, digits and '-', at most 63, with a letter or digit at both ends";
const labelValue = "letters, digits, '-', '_' and '.', at most 63, with a letter or digit at both ends";
const qualifiedName = `${labelValue}, after a domain and '/' if there is one`;

/** Of the annotations of an object together. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/ */
const mostAnnotationBytes = 256 * 1024;

interface TextForm {
  readonly isFit: (text: string) => boolean;
  /** In words. */
  readonly form: string;
}

function textFindings(path: string, value: unknown, { isFit, form }: TextForm): Finding[] {
  if (typeof value !== 'string' || isFit(value)) return [];
  return [{ path, message: `must be ${form}, and is ${JSON.stringify(value)}` }];
}

function keyFindings(path: string, key: string, seen = key): Finding[] {
  return isQualifiedName(seen) ? [] : [{ path: fieldPath(path, key), message: `its key must be ${qualifiedName}` }];
}

function sizeFindings(annotations: readonly (readonly [key: string, value: JsonValue])[]): Finding[] {
  const texts = annotations.flat().filter((text) => typeof text === 'string');
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= mostAnnotationBytes) return [];
  const message = `must be at most ${mostAnnotationBytes} bytes together, and are ${bytes}`;
  return [{ path: 'metadata.annotations', message }];
}

function entries(map: JsonValue | undefined): (readonly [key: string, value: JsonValue])[] {
  return isJsonObject(map) ? Object.entries(map) : [];
}

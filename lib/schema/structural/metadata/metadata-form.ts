import { fieldPath, itemPath } from '../../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { isDnsLabel, isLabelValue, isQualifiedName, isSubdomain } from '../../name-form.ts';
import { valueText } from '../../value/error-message.ts';
import { type Finding, firstFindings } from '../../value/finding.ts';

/** The form of a text. */
export interface TextForm {
  readonly isFit: (text: string) => boolean;
  /** The description of the form. */
  readonly form: string;
}

/** The names of custom resources. */
export const subdomainName: TextForm = {
  isFit: isSubdomain,
  form: "lower-case letters, digits, '-' and '.', at most 253, with a letter or digit at both ends",
};

/** The names of embedded resources, whose kinds are unknown: any segment of a URL's path. */
export const pathSegmentName: TextForm = {
  isFit: (text) => text === '' || (text !== '.' && text !== '..' && !/[/%]/.test(text)),
  form: "a part of a path, without '/' and '%'",
};

/**
 * Returns findings for the texts in the metadata of a custom resource: its names, the keys and values of its labels and
 * annotations, and its finalizers. Values of other types are ignored here.
 *
 * @param name - the form of names.
 */
export function metadataFormFindings(metadata: JsonObject, path: string, name: TextForm): Finding[] {
  const { labels, annotations, finalizers } = metadata;
  const place = (field: string) => fieldPath(path, field);
  return [
    ...metadataTextFindings(place('name'), metadata.name, name),
    // The generated part follows, so the prefix may end with a dash.
    ...metadataTextFindings(place('generateName'), metadata.generateName, {
      ...name,
      isFit: (text) => text === '' || name.isFit(text.replace(/-$/, 'a')),
    }),
    ...metadataTextFindings(place('namespace'), metadata.namespace, {
      isFit: (text) => text === '' || isDnsLabel(text),
      form: dnsLabel,
    }),
    ...firstFindings(metadataEntries(labels), ([key, value]) => [
      ...metadataKeyFindings(place('labels'), key),
      ...metadataTextFindings(fieldPath(place('labels'), key), value, { isFit: isLabelValue, form: labelValue }),
    ]),
    // The API server reads the domain of their keys as if it was in lower case.
    ...firstFindings(metadataEntries(annotations), ([key]) =>
      metadataKeyFindings(place('annotations'), key, key.toLowerCase()),
    ),
    ...annotationSizeFindings(place('annotations'), metadataEntries(annotations)),
    ...(isJsonList(finalizers) ? finalizerFormFindings(finalizers, place('finalizers')) : []),
  ];
}

const dnsLabel = "lower-case letters, digits and '-', at most 63, with a letter or digit at both ends";
const labelValue = "letters, digits, '-', '_' and '.', at most 63, with a letter or digit at both ends";
const qualifiedName = `${labelValue}, after a domain and '/' if there is one`;

/**
 * The limit of all annotations of an object together.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/
 */
const mostAnnotationBytes = 256 * 1024;

function metadataTextFindings(path: string, value: unknown, { isFit, form }: TextForm): Finding[] {
  if (typeof value !== 'string' || isFit(value)) return [];
  return [{ path, message: `must be ${form}, and is ${valueText(value)}` }];
}

function metadataKeyFindings(path: string, key: string, seen = key): Finding[] {
  return isQualifiedName(seen) ? [] : [{ path: fieldPath(path, key), message: `its key must be ${qualifiedName}` }];
}

function annotationSizeFindings(
  path: string,
  annotations: readonly (readonly [key: string, value: JsonValue])[],
): Finding[] {
  const texts = annotations.flat().filter((text) => typeof text === 'string');
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= mostAnnotationBytes) return [];
  return [{ path, message: `must be at most ${mostAnnotationBytes} bytes together, and are ${bytes}` }];
}

/** Each of these two finalizers decides on the deletion of owned objects. */
const opposites: readonly string[] = ['foregroundDeletion', 'orphan'];

function finalizerFormFindings(finalizers: readonly JsonValue[], path: string): Finding[] {
  const isFit = isQualifiedName;
  const message = `must not have ${opposites.join(' and ')} together`;
  return [
    ...firstFindings(finalizers, (finalizer, index) =>
      metadataTextFindings(itemPath(path, index), finalizer, { isFit, form: qualifiedName }),
    ),
    ...(opposites.every((each) => finalizers.includes(each)) ? [{ path, message }] : []),
  ];
}

function metadataEntries(map: JsonValue | undefined): (readonly [key: string, value: JsonValue])[] {
  return isJsonObject(map) ? Object.entries(map) : [];
}

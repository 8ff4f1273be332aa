import { gzipSync } from 'node:zlib';
import { type BundleContent, Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';

/** What OLM unpacks a bundle into holds 1 MiB. */
const bundleLimitBytes = 1_048_576;
const warningShare = 0.85;

/** What etcd takes in one request, unless it is told otherwise. */
const objectLimitBytes = 1_572_864;

/** What the API server allows for all values of a ConfigMap or a Secret together. */
const dataLimitBytes = 1_048_576;

/** What the API server allows for all annotations of an object together. */
const annotationLimitBytes = 262_144;

/** How large things may be. */
export const sizeRules: readonly Rule[] = [
  {
    id: 'bundle-size',
    demand: 'The manifests, compressed, fit into the ConfigMap of 1 MiB that OLM unpacks them into.',
    rejection: { by: 'operator-sdk', message: 'maximum bundle compressed size with gzip size exceeded' },
    *check(bundle) {
      const sizes = compressedSizes(bundle);
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      if (total <= bundleLimitBytes * warningShare) return;
      const largest = sizes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3);
      yield {
        place: new Place('manifests', undefined),
        what: `the manifests take ${kibibytes(total)} of ${kibibytes(bundleLimitBytes)}, compressed: ${largest.map(({ path, bytes }) => `${path} ${kibibytes(bytes)}`).join(', ')}`,
        remedy: 'leave descriptions out of large definitions, or split the operator',
        ...(total <= bundleLimitBytes && { severity: 'warning' }),
      };
    },
  },
  {
    id: 'object-size',
    demand: 'No manifest is larger than what etcd takes in one request, 1.5 MiB.',
    rejection: { by: 'API server', message: 'etcdserver: request is too large' },
    *check({ manifests }) {
      for (const manifest of manifests) {
        const bytes = Buffer.byteLength(JSON.stringify(manifest.value));
        if (bytes <= objectLimitBytes || dataBytes(manifest) > dataLimitBytes) continue;
        yield {
          place: manifest,
          what: `the object takes ${kibibytes(bytes)}, and etcd no more than ${kibibytes(objectLimitBytes)}`,
          remedy: 'leave out what it can do without, descriptions above all',
        };
      }
    },
  },
  {
    id: 'data-size',
    demand: 'The values of a ConfigMap or a Secret take 1 MiB at most.',
    rejection: { by: 'API server', message: 'data: Too long: may not be more than 1048576 bytes' },
    *check({ manifests }) {
      for (const manifest of manifests) {
        const bytes = dataBytes(manifest);
        if (bytes <= dataLimitBytes) continue;
        yield {
          place: manifest.at(manifest.at('data').isAbsent ? 'binaryData' : 'data'),
          what: `the values take ${kibibytes(bytes)}, and an API server allows ${kibibytes(dataLimitBytes)}`,
          remedy: 'split it, or put what is in it into the image of the operator',
        };
      }
    },
  },
  {
    id: 'annotation-size',
    demand:
      'The annotations of an object take 256 KiB at most; those of the ClusterServiceVersion go to every pod, too.',
    rejection: { by: 'API server', message: 'metadata.annotations: Too long: may not be more than 262144 bytes' },
    *check({ manifests }) {
      for (const manifest of manifests) {
        const place = manifest.at('metadata', 'annotations');
        const bytes = place.fields.reduce((sum, [name, { text = '' }]) => sum + Buffer.byteLength(name + text), 0);
        if (bytes <= annotationLimitBytes) continue;
        yield {
          place,
          what: `the annotations take ${kibibytes(bytes)}, and an API server allows ${kibibytes(annotationLimitBytes)}`,
          remedy: 'shorten them; examples are the longest as a rule',
        };
      }
    },
  },
];

/** How much the values of a ConfigMap or a Secret take; none in another object. */
function dataBytes(manifest: Place): number {
  const kind = manifest.at('kind').text;
  if (manifest.at('apiVersion').text !== 'v1' || (kind !== 'ConfigMap' && kind !== 'Secret')) return 0;
  const encodings = { data: kind === 'Secret' ? 'base64' : 'utf8', binaryData: 'base64', stringData: 'utf8' } as const;
  return Object.entries(encodings).reduce(
    (sum, [field, encoding]) =>
      manifest.at(field).fields.reduce((all, [, { text = '' }]) => all + Buffer.byteLength(text, encoding), sum),
    0,
  );
}

function compressedSizes({ files }: BundleContent): readonly { readonly path: string; readonly bytes: number }[] {
  const manifests = [...files].filter(([path]) => path.startsWith('manifests/'));
  // Compression makes nothing much larger: what fits as it is need not be compressed to see it.
  const total = manifests.reduce((sum, [, bytes]) => sum + inBase64(bytes.length + 64), 0);
  if (total <= bundleLimitBytes * warningShare) return [];
  return manifests.map(([path, bytes]) => ({ path, bytes: inBase64(gzipSync(bytes).length) }));
}

function inBase64(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4;
}

function kibibytes(byteCount: number): string {
  return `${(byteCount / 1024).toFixed(0)} KiB`;
}

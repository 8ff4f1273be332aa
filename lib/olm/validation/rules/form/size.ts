import { gzipSync } from 'node:zlib';
import { type BundleContent, Place } from '../../../content/index.ts';
import type { BundleRule } from '../../rule.ts';

/** The maximum size of the ConfigMap that OLM unpacks a bundle into: 1 MiB. */
const bundleLimitBytes = 1_048_576;
const warningShare = 0.85;

/** The maximum size of a request to etcd, by default. */
const objectLimitBytes = 1_572_864;

/** The API server's maximum size of all values of a ConfigMap or a Secret together. */
const dataLimitBytes = 1_048_576;

/** The API server's maximum size of all annotations of an object together. */
const annotationLimitBytes = 262_144;

/** Rules for sizes. */
export const sizeRules: readonly BundleRule[] = [
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
        what: `the manifests take ${kibibyteText(total)} of ${kibibyteText(bundleLimitBytes)}, compressed: ${largest.map(({ path, bytes }) => `${path} ${kibibyteText(bytes)}`).join(', ')}`,
        remedy: 'leave descriptions out of large definitions, or split the operator',
        ...(total <= bundleLimitBytes && { severity: 'warning' }),
      };
    },
  },
  {
    id: 'object-size',
    demand: 'No manifest is larger than the maximum request of etcd, 1.5 MiB.',
    rejection: { by: 'API server', message: 'etcdserver: request is too large' },
    *check({ manifests }) {
      for (const manifest of manifests) {
        const bytes = Buffer.byteLength(JSON.stringify(manifest.value));
        if (bytes <= objectLimitBytes || dataBytes(manifest) > dataLimitBytes) continue;
        yield {
          place: manifest,
          what: `the object has ${kibibyteText(bytes)}, and etcd accepts at most ${kibibyteText(objectLimitBytes)}`,
          remedy: 'leave out optional parts, above all descriptions',
        };
      }
    },
  },
  {
    id: 'data-size',
    demand: 'The values of a ConfigMap or a Secret have at most 1 MiB.',
    rejection: { by: 'API server', message: 'Too long: may not be more than 1048576 bytes' },
    *check({ manifests }) {
      for (const manifest of manifests) {
        const bytes = dataBytes(manifest);
        if (bytes <= dataLimitBytes) continue;
        yield {
          place: manifest.at(manifest.at('data').isAbsent ? 'binaryData' : 'data'),
          what: `the values have ${kibibyteText(bytes)}, and API servers accept at most ${kibibyteText(dataLimitBytes)}`,
          remedy: 'split it, or put its content into the image of the operator',
        };
      }
    },
  },
  {
    id: 'annotation-size',
    demand:
      'The annotations of an object have at most 256 KiB; OLM copies those of the ClusterServiceVersion to every pod.',
    rejection: { by: 'API server', message: 'metadata.annotations: Too long: may not be more than 262144 bytes' },
    *check({ manifests }) {
      for (const manifest of manifests) {
        const place = manifest.at('metadata', 'annotations');
        const bytes = place.fields.reduce((sum, [name, { text = '' }]) => sum + Buffer.byteLength(name + text), 0);
        if (bytes <= annotationLimitBytes) continue;
        yield {
          place,
          what: `the annotations have ${kibibyteText(bytes)}, and API servers accept at most ${kibibyteText(annotationLimitBytes)}`,
          remedy: 'shorten them; usually the examples are the longest',
        };
      }
    },
  },
];

/** Returns the size of the values of a ConfigMap or a Secret; zero for another object. */
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
  // Compression never increases the size much: if the uncompressed size fits, compression isn't needed for the check.
  const total = manifests.reduce((sum, [, bytes]) => sum + base64Size(bytes.length + 64), 0);
  if (total <= bundleLimitBytes * warningShare) return [];
  return manifests.map(([path, bytes]) => ({ path, bytes: base64Size(gzipSync(bytes).length) }));
}

function base64Size(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4;
}

function kibibyteText(byteCount: number): string {
  return `${(byteCount / 1024).toFixed(0)} KiB`;
}

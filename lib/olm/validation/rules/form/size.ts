import { gzipSync } from 'node:zlib';
import { type BundleContent, Place } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';

/** The maximum size of the ConfigMap that OLM unpacks a bundle into: 1 MiB. */
const bundleLimitBytes = 1_048_576;
const warningShare = 0.85;

/** The maximum size of a request to etcd, by default. */
const objectLimitBytes = 1_572_864;

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
        if (bytes <= objectLimitBytes) continue;
        yield {
          place: manifest,
          cause: manifest.at('data'),
          what: `the object has ${kibibyteText(bytes)}, and etcd accepts at most ${kibibyteText(objectLimitBytes)}`,
          remedy: 'leave out optional parts, above all descriptions',
        };
      }
    },
  },
];

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

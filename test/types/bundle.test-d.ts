// Checked by the compiler alone: a bundle has only values that catalogs accept.

import { z } from 'zod';
import { CustomResource } from '../../lib/index.ts';
import { type BundleDependency, type BundleProps, descriptors, type OpenShiftProps } from '../../lib/olm/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({
    size: z.int32(),
    storage: z.object({ class: z.string().optional() }).optional(),
    hosts: z.array(z.object({ name: z.string() })),
    settings: z.record(z.string(), z.string()),
  }),
  status: z.object({ url: z.string() }),
}) {}

const words = {
  displayName: 'Cache',
  description: 'Keeps answers of web servers near to those who ask.',
  provider: { name: 'Example' },
  maintainers: [{ name: 'Team', email: 'team@example.com' }],
} as const;

export const good: BundleProps = {
  ...words,
  categories: ['Database', 'AI/Machine Learning'],
  capabilities: 'Auto Pilot',
  architectures: ['arm64'],
  installModes: ['OwnNamespace'],
  scorecard: { image: 'example.com/scorecard-test:v1', tests: ['basic-check-spec'] },
  requires: [{ kind: Cache, description: 'Caches.' }],
  icon: new URL('file:///icon.svg'),
};

// @ts-expect-error no such category
export const category: BundleProps = { ...words, categories: ['Databases'] };
// @ts-expect-error no such level
export const capability: BundleProps = { ...words, capabilities: 'Full' };
// @ts-expect-error no such processor
export const architecture: BundleProps = { ...words, architectures: ['x86_64'] };
// @ts-expect-error a release runs somewhere
export const nowhere: BundleProps = { ...words, architectures: [] };
// @ts-expect-error no such mode
export const mode: BundleProps = { ...words, installModes: ['OneNamespace'] };
// @ts-expect-error no such test
export const test: BundleProps = { ...words, scorecard: { image: 'x', tests: ['basic'] } };
// @ts-expect-error no such maturity
export const maturity: BundleProps = { ...words, maturity: 'final' };
// @ts-expect-error a required kind is described
export const requirement: BundleProps = { ...words, requires: [{ kind: Cache }] };

export const features: OpenShiftProps = { versions: 'v4.14-v4.17', maxVersion: '4.20', features: { cnf: false } };
// @ts-expect-error no such feature
export const feature: OpenShiftProps = { features: { fips: true } };
// @ts-expect-error not the form of a range of releases
export const releases: OpenShiftProps = { versions: '4.14' };
// @ts-expect-error a claim is true or false
export const claim: OpenShiftProps = { features: { disconnected: 'true' } };

export const dependencies: readonly BundleDependency[] = [
  { package: 'certs', versions: '>=1.0.0' },
  { constraint: { any: [{ cel: 'true' }, { not: [{ package: 'old', versions: '<1.0.0' }] }] }, failureMessage: 'x' },
];
// @ts-expect-error a package has a range of versions
export const dependency: BundleDependency = { package: 'certs' };
// @ts-expect-error of nothing, nothing follows
export const constraint: BundleDependency = { constraint: { any: [] }, failureMessage: 'x' };

descriptors(Cache, {
  spec: {
    size: { shownAs: ['podCount'] },
    storage: { displayName: 'Disk' },
    'storage.class': { shownAs: ['io.kubernetes:StorageClass', 'advanced'] },
    hosts: { shownAs: ['arrayFieldGroup:hosts'] },
    settings: { shownAs: ['select:a', 'selector:core:v1:Secret'] },
  },
  status: { url: { shownAs: ['org.w3:link'] } },
  actions: { size: { displayName: 'Scale' } },
});
// @ts-expect-error no such field
descriptors(Cache, { spec: { sise: {} } });
// @ts-expect-error no such field in it
descriptors(Cache, { spec: { 'storage.klass': {} } });
// @ts-expect-error a list has no fields
descriptors(Cache, { spec: { 'hosts.name': {} } });
// @ts-expect-error a field of the spec
descriptors(Cache, { status: { size: {} } });
// @ts-expect-error no such widget
descriptors(Cache, { spec: { size: { shownAs: ['pods'] } } });
// @ts-expect-error a kind begins with a capital
descriptors(Cache, { spec: { size: { shownAs: ['io.kubernetes:secret'] } } });

import { apiVersion, formatGroupVersionKind, type GroupVersionKind } from '../../../api/index.ts';
import { withArticle } from '../../../schema/index.ts';
import { type BundleContent, objectKindOf } from '../../content/index.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Group → its provider, for the kinds that bundles may contain and API servers lack. */
const providers: ReadonlyMap<string, string> = new Map([
  ['autoscaling.k8s.io', 'the vertical pod autoscaler'],
  ['console.openshift.io', "OpenShift's console"],
  ['monitoring.coreos.com', 'the Prometheus operator'],
]);

/** Reports APIs that the new release newly needs for its installation, one for each kind and version. */
export function* neededApiFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [known, present] = both(releases, (bundle) => bundle.manifests);
  // The provider of one kind of a group and version provides all of them.
  const needed = new Set([...known.map(objectKindOf), ...requiredApiKinds(releases.before)].map(apiVersion));
  const byKind = (place: (typeof present)[number]) => formatGroupVersionKind(objectKindOf(place));
  for (const manifest of pairedParts(known, present, byKind).added) {
    const kind = objectKindOf(manifest);
    const provider = providers.get(kind.group);
    if (provider === undefined || needed.has(apiVersion(kind))) continue;
    yield upgradeFinding(manifest, {
      severity: 'risky',
      rule: 'api-needed',
      what: `brings ${withArticle(kind.kind)}, and the old release brought none of ${apiVersion(kind)}`,
      hits: `clusters without ${provider}, which has that API: OLM doesn't find it there, and the upgrade fails`,
      remedy: 'let administrators create the object, or name its requirement in the release notes',
    });
  }
}

/** Returns the kinds that the old release requires by name: its clusters have them. */
function requiredApiKinds({ clusterServiceVersion }: BundleContent): readonly GroupVersionKind[] {
  const spec = clusterServiceVersion.at('spec');
  const kindAt = (place: typeof spec, group: string): GroupVersionKind => ({
    group,
    version: place.at('version').text ?? '',
    kind: place.at('kind').text ?? '',
  });
  const definitions = spec.at('customresourcedefinitions', 'required').items.map((place) => {
    const name = place.at('name').text ?? '';
    return kindAt(place, name.slice(name.indexOf('.') + 1));
  });
  const native = spec.at('nativeAPIs').items.map((place) => kindAt(place, place.at('group').text ?? ''));
  return [...definitions, ...native];
}

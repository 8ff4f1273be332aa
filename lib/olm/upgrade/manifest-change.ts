import { apiVersion, formatGroupVersionKind, type GroupVersionKind } from '../../api/index.ts';
import { ownField, withArticle } from '../../schema/index.ts';
import { type BundleContent, bundlePermissions, objectKindOf, type Place } from '../content/index.ts';
import { immutableChanges } from './child/immutable-field.ts';
import { refusedServiceFindings, serviceClientFindings } from './child/service-change.ts';
import { manifestIdentity, objectGroupKind, objectTitleOf } from './object-identity.ts';
import { both, type Kept, pairedParts, type ReleasePair } from './release-pair.ts';
import { shownChange } from './shown-value.ts';
import { type UpgradeFinding, type UpgradeSeverity, upgradeFinding } from './upgrade-finding.ts';

/**
 * Reports objects that the installer can't update, that other programs use, or that need an API which clusters may
 * lack.
 */
export function* manifestChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, ({ manifests }) =>
    manifests.filter((manifest) => !closer.has(objectGroupKind(manifest))),
  );
  const { kept, gone } = pairedParts(old, present, manifestIdentity);
  for (const manifest of kept) {
    const kind = objectGroupKind(manifest.after);
    for (const { before, after } of immutableChanges(kind, manifest)) {
      yield upgradeFinding(after, {
        severity: 'breaking',
        rule: 'immutable-changed',
        what: `${objectTitleOf(manifest.after)}: ${shownChange(manifest.after, { before, after })}`,
        ...refusedWrite,
      });
    }
    if (kind === 'Service') yield* manifestServiceFindings(manifest);
  }
  for (const manifest of gone) yield* goneManifestFindings(manifest, releases.after);
  yield* neededApiFindings(releases);
}

/** Kinds that other modules compare in more detail. */
const closer: ReadonlySet<string> = new Set([
  'ClusterServiceVersion.operators.coreos.com',
  'CustomResourceDefinition.apiextensions.k8s.io',
]);

/**
 * Reports changes of a Service in both bundles. It is the operator's own, for metrics or webhooks; other clients depend
 * on the cluster.
 */
function* manifestServiceFindings(service: Kept): Generator<UpgradeFinding> {
  for (const finding of serviceClientFindings(service)) yield { ...finding, severity: 'risky' };
  for (const finding of refusedServiceFindings(service)) yield { ...finding, ...refusedWrite, severity: 'breaking' };
}

/** `Kind.group` → the users of an object of that kind, besides the operator itself. */
const missing: Readonly<Record<string, { readonly severity: UpgradeSeverity; readonly hits: string }>> = {
  ConfigMap: { severity: 'notice', hits: 'readers of it, besides the operator itself' },
  'PriorityClass.scheduling.k8s.io': { severity: 'risky', hits: 'pods that name it: clusters without it reject them' },
  Secret: { severity: 'notice', hits: 'readers of it, besides the operator itself' },
  Service: { severity: 'risky', hits: 'clients of it: its name no longer resolves, once the old release is gone' },
  ServiceAccount: {
    severity: 'risky',
    hits: 'pods that name it: no new ones start, and running ones lose their rights',
  },
};

function* goneManifestFindings(manifest: Place, after: BundleContent): Generator<UpgradeFinding> {
  const loss = ownField(missing, objectGroupKind(manifest));
  if (loss === undefined || isMadeByInstaller(manifest, after)) return;
  yield upgradeFinding(manifest, {
    severity: loss.severity,
    rule: 'manifest-gone',
    what: `${objectTitleOf(manifest)} is gone`,
    hits: loss.hits,
    remedy: 'keep it, if other programs than the operator use it',
  });
}

/** The installer creates the accounts of the ClusterServiceVersion's permissions. */
function isMadeByInstaller(manifest: Place, after: BundleContent): boolean {
  return (
    objectGroupKind(manifest) === 'ServiceAccount' &&
    bundlePermissions(after).some((each) => each.at('serviceAccountName').text === manifest.at('metadata', 'name').text)
  );
}

/**
 * The effect if an object of the bundle can't be changed to the new one.
 *
 * OLM creates an object, or updates the existing one; it never replaces one.
 *
 * @see
 *   https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/catalog/step_ensurer.go
 */
const refusedWrite: Pick<UpgradeFinding, 'hits' | 'remedy'> = {
  hits: 'the installer: it updates the existing object, the API server rejects that, and the upgrade stops',
  remedy: 'keep the old value, or give the object another name: then it is a new one',
};

/** Group → its provider, for the kinds that bundles may contain and API servers lack. */
const providers: ReadonlyMap<string, string> = new Map([
  ['autoscaling.k8s.io', 'the vertical pod autoscaler'],
  ['console.openshift.io', "OpenShift's console"],
  ['monitoring.coreos.com', 'the Prometheus operator'],
]);

/** Reports APIs that the new release newly needs for its installation, one for each kind and version. */
function* neededApiFindings(releases: ReleasePair): Generator<UpgradeFinding> {
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

/** The collections in which an update creates an absent object. */
export const createdByUpdate: ReadonlySet<string> = new Set([
  '/endpoints',
  '/events',
  '/limitranges',
  '/services',
  'coordination.k8s.io/leases',
  'node.k8s.io/runtimeclasses',
  ...['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'].map(
    (name) => `rbac.authorization.k8s.io/${name}`,
  ),
]);

/** The collections in which an update must name the version of the object. */
export const versionedUpdates: ReadonlySet<string> = new Set([
  'coordination.k8s.io/leases',
  'node.k8s.io/runtimeclasses',
  'policy/poddisruptionbudgets',
  ...['csidrivers', 'csinodes', 'csistoragecapacities', 'volumeattachments'].map((name) => `storage.k8s.io/${name}`),
  ...[
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
    'mutatingwebhookconfigurations',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'validatingwebhookconfigurations',
  ].map((name) => `admissionregistration.k8s.io/${name}`),
]);

/** The collections whose deletions are answered with the object, as it was last, instead of a status. */
export const shownByDelete: ReadonlySet<string> = new Set([
  ...['namespaces', 'persistentvolumeclaims', 'persistentvolumes', 'pods', 'podtemplates'].map((name) => `/${name}`),
  ...['resourcequotas', 'serviceaccounts', 'services'].map((name) => `/${name}`),
  ...['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments', 'volumeattributesclasses'].map(
    (name) => `storage.k8s.io/${name}`,
  ),
  ...['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'].map(
    (name) => `resource.k8s.io/${name}`,
  ),
]);

/** Metadata that belongs to no status. */
const ownMetadata = ['annotations', 'finalizers', 'labels', 'managedFields', 'ownerReferences'] as const;

/** Collection → the metadata that an update of the status leaves as it is; none for most kinds. */
export const keptByStatus: Readonly<Record<string, readonly string[]>> = {
  '/pods': ['ownerReferences'],
  'admissionregistration.k8s.io/validatingadmissionpolicies': ownMetadata,
  'apiregistration.k8s.io/apiservices': ownMetadata,
  'apps/deployments': ['labels'],
  'flowcontrol.apiserver.k8s.io/flowschemas': ownMetadata,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': ownMetadata,
  'networking.k8s.io/servicecidrs': ownMetadata,
  'resource.k8s.io/resourceclaims': ownMetadata,
  'storage.k8s.io/volumeattachments': ownMetadata,
};

// In: a finding of a bundle that a definition made. Out: the remedy in the definition. Called at synth. Rules about
// objects that the definition contains unchanged have no entry here: their own remedies are right.

const channels = 'correct it in bundle.channels';
const dependencies = 'correct it in bundle.dependencies';
const descriptors = 'set it in bundle.descriptors';
const image = "name registry and version in the operator's `image`, or its digest in bundle.imageLock";
const openshift = 'correct bundle.openshift.versions';
const properties = 'correct it in bundle.properties';
const sample = 'correct the Sample';
const schema = 'correct spec, status or rules of the kind';

/** Rule → the remedy in the definition. */
const remedies: Readonly<Record<string, string>> = {
  // The presentation in catalogs
  'capability-level': 'correct bundle.capabilities',
  category: 'choose others in bundle.categories',
  description: 'write a longer bundle.description',
  'display-name': 'write 3 to 50 characters in bundle.displayName',
  icon: "name its file in bundle.icon, such as new URL('icon.svg', import.meta.url)",
  'icon-data': "name its file in bundle.icon, such as new URL('icon.svg', import.meta.url)",
  'icon-media-type': "name its file in bundle.icon, such as new URL('icon.svg', import.meta.url)",
  keywords: 'write some words in bundle.keywords, each once',
  link: 'correct name or url in bundle.links',
  links: 'list name and url of documentation or source in bundle.links',
  maintainer: 'correct name or email in bundle.maintainers',
  maintainers: 'list name and email in bundle.maintainers',
  provider: 'write a longer bundle.provider.name',
  repository: 'correct bundle.repository',
  summary: 'write a longer bundle.summary',
  support: 'write a longer bundle.support',

  // The release, and previous ones
  'channel-duplicate': channels,
  'channel-list': channels,
  'default-channel': channels,
  'package-name': "give the operator an id of lower-case letters, digits and '-'",
  'release-name': 'give the operator a shorter id, or a shorter version',
  'release-version': "write the operator's `version` in full, such as 1.2.3",
  'replaces-itself': 'correct bundle.replaces or bundle.skips',
  'replaces-name': 'correct bundle.replaces',
  'replaces-newer': 'correct bundle.replaces or bundle.skips',
  'replaces-package': 'correct bundle.replaces or bundle.skips',
  'skip-range': 'correct bundle.skipRange',
  'skip-range-empty': 'correct bundle.skipRange',
  'skip-range-itself': 'end bundle.skipRange below the version',
  'skips-name': 'correct bundle.skips',
  'skips-unique': 'name each version once in bundle.skips',

  // The clusters for the installation
  'min-kube-version': 'correct bundle.minKubeVersion',
  'openshift-maximum': 'correct bundle.openshift.versions or bundle.openshift.maxVersion',
  'openshift-minimum': openshift,
  'openshift-versions': openshift,
  'openshift-versions-missing': 'set bundle.openshift.versions',
  'property-max-openshift-version': 'correct bundle.openshift.maxVersion',
  'suggested-namespace': "correct the operator's `namespace`",
  'webhook-conversion-install-modes': 'list only AllNamespaces in bundle.installModes',

  // Requirements and properties
  'dependency-constraint': dependencies,
  'dependency-constraint-message': dependencies,
  'dependency-field': dependencies,
  'dependency-itself': dependencies,
  'dependency-package-name': dependencies,
  'dependency-range': dependencies,
  'dependency-type': dependencies,
  'dependency-value': dependencies,
  'property-form': properties,
  'property-max-openshift-version-unique': 'set it only in bundle.openshift.maxVersion',
  'property-reserved': properties,
  'required-definition': 'leave it out of bundle.requires',
  'required-words': 'set its description in bundle.requires',

  // Size
  'bundle-size': 'set bundle.omitsFieldDescriptions, or split the operator',
  'object-size': 'set bundle.omitsFieldDescriptions, or split the kind',

  // The manager, and the images
  'catalog-image': image,
  'container-image': image,
  'container-image-tag': image,
  'container-requests': 'set `resources.requests` of the operator',
  'deployment-replicas': "correct the operator's `replicas`",
  'related-image': 'correct the operator’s `childImages`',
  'related-image-digest': 'set bundle.imageLock, or set `disconnected` to false',
  'related-image-duplicate': 'give each of `childImages` a unique name',
  'related-image-missing': 'name it in `childImages` of the operator',
  'variable-name': "correct the name in the operator's `env`",
  'variable-unique': "leave it out of the operator's `env`: it is set already",
  'variable-watch-namespace': "leave it out of the operator's `env`, and set `watchNamespaces`",

  // Kinds
  'definition-column-path': 'correct `printerColumns` of the kind',
  'definition-column-type': 'correct `printerColumns` of the kind',
  'definition-format': schema,
  'definition-keyword': schema,
  'definition-kind-twice': 'define the kind once',
  'definition-required': schema,
  'definition-scale-path': 'correct `scale` of the kind',
  'definition-schema': schema,
  'definition-selectable-field': 'correct `selectableFields` of the kind',
  'definition-versions': 'correct the versions of the kind',
  'descriptor-dependency': descriptors,
  'descriptor-hint': descriptors,
  'descriptor-path': descriptors,
  'descriptor-select': descriptors,
  'descriptor-twice': descriptors,
  'descriptor-widget': descriptors,
  'descriptor-words': descriptors,
  'owned-resources': 'name the kinds of its children in `owns`',
  'owned-words': 'set `description` of the kind, or write it in bundle.descriptors',

  // Samples
  'example-field': sample,
  'example-list': sample,
  'example-missing': 'add a Sample of the kind',
  'example-name': 'give the Sample another name',
  'example-namespace': 'name no namespace in the Sample',
  'example-owned': 'construct a Sample of a kind and version that the operator serves',
  'example-spec': 'give the Sample a spec',
  'example-spec-descriptor': descriptors,
  'example-status-descriptor': descriptors,
  'example-twice': 'give the Sample another name',
  'example-value': sample,

  // Webhooks
  'webhook-forbidden-rule': 'choose other kinds in `for` of the webhook',
  'webhook-name': 'give the webhook, or the operator, a shorter id',
  'webhook-path': "give the webhook an id of lower-case letters, digits and '-'",
  'webhook-repeated': 'leave one of the two webhooks out',
  'webhook-rule-resource': 'correct `for` of the webhook',
  'webhook-service-name': 'give the operator a shorter id',
  'webhook-unique': 'give each webhook a unique id',
};

/** Fields that API servers validate, and the remedy for them in the definition. */
const fieldRemedies: readonly (readonly [field: RegExp, remedy: string])[] = [
  [/^metadata\.annotations/, 'define fewer or smaller samples: all of them are in one annotation'],
  [/\.containers\[0\]\.resources\./, "correct the operator's `resources`"],
  [/^spec\.names/, 'correct group, plural, shortNames or categories of the kind'],
  [/\.additionalPrinterColumns/, 'correct `printerColumns` of the kind'],
  [/\.deprecationWarning/, 'correct `deprecation` of the version'],
  [/\.subresources\.scale/, 'correct `scale` of the kind'],
  [/\.objectSelector/, 'correct `objectSelector` of the webhook'],
  [/\.sideEffects/, 'correct `sideEffects` of the webhook'],
  [/\.timeoutSeconds/, 'correct `timeout` of the webhook: 1 to 30 seconds'],
];

/**
 * Returns the remedy of a finding in the definition.
 *
 * @param remedy - the remedy in the bundle, used if there is no other.
 * @param path - the place of the finding in its file.
 */
export function definitionRemedy(rule: string, remedy: string, path = ''): string {
  const ofField = rule.startsWith('object-') ? fieldRemedies.find(([field]) => field.test(path)) : undefined;
  return ofField?.[1] ?? remedies[rule] ?? remedy;
}

import { definitionName, type KubernetesObject } from '../../../api/index.ts';
import { askedFeatures, type BundleProps } from '../../../constructs/index.ts';

/** The inputs of {@link catalogAnnotations}. */
export interface CatalogAnnotationParts {
  readonly props: BundleProps;
  readonly image: string;
  readonly namespace: KubernetesObject | undefined;
  readonly samples: readonly KubernetesObject[];
  /** The sample that consoles offer to create right after the installation, if any. */
  readonly initial: KubernetesObject | undefined;
  /** The time of the release, RFC 3339; undefined if not given. */
  readonly createdAt: string | undefined;
}

/**
 * Returns the annotations of a ClusterServiceVersion that catalogs and consoles read for an operator's tile, page and
 * installation.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-manifests/#annotations
 */
export function catalogAnnotations(parts: CatalogAnnotationParts): Readonly<Record<string, string>> {
  const { props, image, namespace, samples, initial, createdAt } = parts;
  const { capabilities, categories = [], description, provider, repository, skipRange, summary, support } = props;
  return {
    'alm-examples': JSON.stringify(samples, undefined, 2),
    capabilities: capabilities ?? 'Basic Install',
    ...(categories.length > 0 && { categories: categories.join(', ') }),
    containerImage: image,
    ...(createdAt !== undefined && { createdAt }),
    description: summary ?? firstParagraph(description),
    ...(skipRange !== undefined && { 'olm.skipRange': skipRange }),
    ...(initial !== undefined && {
      'operatorframework.io/initialization-resource': JSON.stringify(initial, undefined, 2),
    }),
    ...(namespace !== undefined && {
      'operatorframework.io/suggested-namespace': namespace.metadata.name,
      // A namespace created from the template keeps its labels, for example the pod security standard.
      'operatorframework.io/suggested-namespace-template': JSON.stringify(namespace, undefined, 2),
    }),
    ...(repository !== undefined && { repository }),
    support: support ?? provider.name,
    ...openshiftAnnotations(props),
  };
}

/** Returns the first paragraph of a Markdown text that isn't a heading, as one line. */
function firstParagraph(markdown: string): string {
  const paragraphs = markdown.trim().split(/\n\s*\n/);
  const [text = markdown] = paragraphs.filter((paragraph) => !paragraph.startsWith('#'));
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Returns the annotations of a ClusterServiceVersion that OpenShift's console and catalogs read.
 *
 * @see https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/operators/developing-operators
 */
export function openshiftAnnotations({ openshift, internalKinds = [] }: BundleProps): Record<string, string> {
  const { features = {}, validSubscriptions = [], consolePlugins = [], ...console } = openshift ?? {};
  const absentFeatures =
    openshift === undefined ? {} : Object.fromEntries(askedFeatures.map((feature) => [feature, false]));
  const internal = internalKinds.map(({ definition }) => definitionName(definition));
  return {
    ...Object.fromEntries(
      Object.entries({ ...absentFeatures, ...features }).map(([name, value]) => [
        `features.operators.openshift.io/${name}`,
        String(value),
      ]),
    ),
    ...(validSubscriptions.length > 0 && {
      'operators.openshift.io/valid-subscription': JSON.stringify(validSubscriptions),
    }),
    ...(console.hasClusterMonitoring === true && { 'operatorframework.io/cluster-monitoring': 'true' }),
    ...(consolePlugins.length > 0 && { 'console.openshift.io/plugins': JSON.stringify(consolePlugins) }),
    ...(console.keepsResources === true && { 'console.openshift.io/disable-operand-delete': 'true' }),
    ...(internal.length > 0 && { 'operators.operatorframework.io/internal-objects': JSON.stringify(internal) }),
  };
}

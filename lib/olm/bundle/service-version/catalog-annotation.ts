import type { KubernetesObject } from '../../../api/index.ts';
import type { BundleProps } from '../../../constructs/index.ts';
import { examples } from '../sample/example.ts';
import { openshiftAnnotations } from './openshift-annotation.ts';

/** What {@link catalogAnnotations} are made of. */
export interface CatalogAnnotationParts {
  readonly words: BundleProps;
  /** The manager's image. */
  readonly image: string;
  /** The namespace that the operator is written for, as its manifest. */
  readonly namespace: KubernetesObject | undefined;
  readonly samples: readonly KubernetesObject[];
  /** The sample that consoles offer to make right after the installation, if there is one. */
  readonly initial: KubernetesObject | undefined;
  /** When the release was made, RFC 3339; undefined if that isn't told. */
  readonly createdAt: string | undefined;
}

/**
 * The annotations of a ClusterServiceVersion, from which catalogs and consoles make an operator's tile, its page and its
 * installation.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-manifests/#annotations
 */
export function catalogAnnotations(parts: CatalogAnnotationParts): Readonly<Record<string, string>> {
  const { words, image, namespace, samples, initial, createdAt } = parts;
  const { capabilities, categories = [], description, provider, repository, skipRange, summary, support } = words;
  return {
    'alm-examples': examples(samples),
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
      // Whoever makes the namespace from it keeps its labels, the pod security standard among them.
      'operatorframework.io/suggested-namespace-template': JSON.stringify(namespace, undefined, 2),
    }),
    ...(repository !== undefined && { repository }),
    support: support ?? provider.name,
    ...openshiftAnnotations(words),
  };
}

/** The first paragraph of a Markdown text that is no heading, as one line. */
function firstParagraph(markdown: string): string {
  const paragraphs = markdown.trim().split(/\n\s*\n/);
  const [text = markdown] = paragraphs.filter((paragraph) => !paragraph.startsWith('#'));
  return text.replace(/\s+/g, ' ').trim();
}

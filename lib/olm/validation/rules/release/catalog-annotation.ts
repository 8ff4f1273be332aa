import { isDnsLabel } from '../../../../api/index.ts';
import { capabilityLevels, categories, disputedCategories } from '../../../../constructs/index.ts';
import { type BundleContent, serviceAnnotation } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import { publicCatalogs, type Rejection } from '../../../finding/rejection.ts';
import { type ImageReference, imageReference } from '../../../notation/image-reference.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { containerImages } from '../../model/workload/bundle-deployment.ts';

/** Category → the catalogs that don't know it. */
const disputed: ReadonlyMap<string, string> = new Map(Object.entries(disputedCategories));

const levels: readonly string[] = capabilityLevels;
/**
 * The rejection by the validator operatorhub, which reads the categories of a catalog from OPERATOR_BUNDLE_CATEGORIES.
 */
const standardCategory: Rejection = {
  by: 'operator-sdk',
  message: 'csv.Metadata.Annotations["categories"] value "…" is not in the set of standard categories',
};

const undisputed: readonly string[] = categories;

/** Rules for the annotations of the ClusterServiceVersion that catalogs read. */
export const catalogAnnotationRules: readonly BundleRule[] = [
  textRule({
    id: 'capability-level',
    demand: `The annotation capabilities is one of ${levels.join(', ')}.`,
    strict: {
      audiences: publicCatalogs,
      by: 'operator-sdk',
      message: 'csv.Metadata.Annotations.Capabilities "…" is not a valid capabilities level',
    },
    at: catalogAnnotationOf('capabilities'),
    isRight: (text) => levels.includes(text),
    what: (text) => `there is no level '${text}'`,
    remedy: `write one of ${levels.join(', ')}`,
  }),
  {
    id: 'category',
    demand: 'The annotation categories lists categories that catalogs know, with commas between them.',
    strict: { audiences: publicCatalogs, ...standardCategory },
    *check(bundle, { categories: own }) {
      const place = serviceAnnotation(bundle, 'categories');
      const known = own ?? undisputed;
      for (const name of place.text?.split(',').map((each) => each.trim()) ?? []) {
        const unaware = own === undefined ? disputed.get(name) : undefined;
        if (known.includes(name)) continue;
        yield {
          place,
          what: unaware === undefined ? `there is no category '${name}'` : `'${name}' isn't known to ${unaware}`,
          remedy: `write some of ${known.join(', ')}`,
          ...(unaware !== undefined && { strict: { audiences: [], ...standardCategory } }),
          ...(own !== undefined && { rejection: standardCategory }),
        };
      }
    },
  },
  textRule({
    id: 'catalog-image',
    demand: 'The annotation containerImage is a complete image: registry, repository, and tag or digest.',
    at: catalogAnnotationOf('containerImage'),
    isRight: isFullImage,
    what: (text) => `'${text}' is not a complete image`,
    remedy: 'write it with registry and tag or digest, such as example.com/team/operator:1.2.0',
  }),
  {
    id: 'catalog-image-unused',
    demand: 'The annotation containerImage names an image that the operator runs.',
    *check(bundle) {
      const place = serviceAnnotation(bundle, 'containerImage');
      const named = imageReference(place.text ?? '');
      const run = containerImages(bundle).flatMap(({ text }) => imageReference(text ?? '') ?? []);
      const isLegible = run.length === containerImages(bundle).length;
      if (named === undefined || !isLegible || run.length === 0 || run.some((image) => isSameImage(image, named)))
        return;
      const isOfOtherTag = run.some(({ repository }) => repository === named.repository);
      const titles = run.map(({ repository, tag = 'latest' }) => (isOfOtherTag ? `${repository}:${tag}` : repository));
      yield {
        place,
        what: `no Deployment runs ${isOfOtherTag ? (place.text ?? '') : named.repository}`,
        remedy: `name the manager's image, of ${[...new Set(titles)].join(' or ')}`,
      };
    },
  },
  textRule({
    id: 'created-at',
    demand: 'The annotation createdAt is a time of RFC 3339, or a date.',
    at: catalogAnnotationOf('createdAt'),
    isRight: isTimestamp,
    what: (text) => `'${text}' is not a time`,
    remedy: 'write one such as 2026-11-21T08:00:00Z',
  }),
  textRule({
    id: 'repository',
    demand: 'The annotation repository is the address of the source: http:// or https://.',
    at: catalogAnnotationOf('repository'),
    isRight: (text) => /^https?:\/\/[^\s/]+/.test(text),
    what: (text) => `'${text}' is not an address`,
    remedy: 'write one that begins with https://',
  }),
  textRule({
    id: 'support',
    demand: 'The annotation support names the supporting party, in at least 3 characters.',
    at: catalogAnnotationOf('support'),
    isRight: (text) => text.trim().length >= 3,
    what: (text) => `'${text}' is too short`,
    remedy: 'name the team or company that supports the operator',
  }),
  textRule({
    id: 'summary',
    demand: 'The annotation description, which catalogs show in a tile, has at least 10 characters.',
    at: catalogAnnotationOf('description'),
    isRight: (text) => text.trim().length >= 10,
    what: (text) => `'${text}' is too short for a tile`,
    remedy: 'describe the operator in a sentence',
  }),
  {
    id: 'catalog-annotations',
    demand:
      'For the public catalogs, there are the annotations capabilities, categories, containerImage, createdAt, description, repository and support.',
    *check(bundle, { audiences }) {
      if (!publicCatalogs.some((audience) => audiences.includes(audience))) return;
      const required = 'capabilities categories containerImage createdAt description repository support';
      for (const name of required.split(' ')) {
        const place = serviceAnnotation(bundle, name);
        if (place.isAbsent) yield { place, what: `the annotation ${name} is missing`, remedy: 'write it' };
      }
    },
  },
  {
    id: 'suggested-namespace',
    demand:
      'The suggested namespace is a valid name of a namespace, the same in both annotations; its template is a Namespace.',
    *check(bundle) {
      const place = serviceAnnotation(bundle, 'operatorframework.io/suggested-namespace');
      const { json } = serviceAnnotation(bundle, 'operatorframework.io/suggested-namespace-template');
      const { text: kind } = json.at('kind');
      if (json.fields.length > 0 && kind !== 'Namespace') {
        yield { place: json.at('kind'), what: `the template is ${kind ?? 'of no kind'}`, remedy: 'write a Namespace' };
      }
      if (place.text === undefined) return;
      const template = kind === 'Namespace' ? json.at('metadata', 'name').text : undefined;
      if (!isDnsLabel(place.text)) {
        yield { place, what: `'${place.text}' is not a valid name of a namespace`, remedy: 'write a DNS label' };
      } else if (template !== undefined && template !== place.text) {
        yield {
          place,
          what: `the template has the name ${template}`,
          remedy: 'write the same name in both annotations',
        };
      }
    },
  },
];

function catalogAnnotationOf(name: string) {
  return (bundle: BundleContent) => serviceAnnotation(bundle, name);
}

function isFullImage(text: string): boolean {
  const image = imageReference(text);
  return image?.repository.includes('/') === true && (image.tag ?? image.digest) !== undefined;
}

function isTimestamp(text: string): boolean {
  const [, month = '', day = ''] =
    /^\d{4}-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

/**
 * Returns true if two images may be the same: a tag can't be compared with a digest. Neither can `latest`, which is
 * reported for the container.
 */
function isSameImage(one: ImageReference, other: ImageReference): boolean {
  if (one.repository !== other.repository) return false;
  const tags = [one, other].map(({ tag = 'latest' }) => tag);
  return tags.includes('latest') || tags[0] === tags[1];
}

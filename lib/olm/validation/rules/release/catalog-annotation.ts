import { isDnsLabel, isJsonObject } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { type ImageReference, imageReference } from '../../image-reference.ts';
import type { Audience, Rule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';
import { deployments } from '../../workload/deployment.ts';

const publicCatalogs: readonly Audience[] = ['community', 'openshift'];

const levels = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];

/** Those that all tools know. */
const categories = [
  'AI/Machine Learning',
  'Application Runtime',
  'Big Data',
  'Cloud Provider',
  'Database',
  'Developer Tools',
  'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration',
  'Monitoring',
  'Networking',
  'OpenShift Optional',
  'Security',
  'Storage',
  'Streaming & Messaging',
];

/** Category → who doesn't know it. */
const disputedCategories: ReadonlyMap<string, string> = new Map([
  ['Observability', 'the public catalogs'],
  ['Drivers and plugins', 'operator-sdk'],
]);

/** What the annotations of the ClusterServiceVersion tell catalogs. */
export const catalogAnnotationRules: readonly Rule[] = [
  serviceVersionRule({
    id: 'capability-level',
    demand: `The annotation capabilities is one of ${levels.join(', ')}.`,
    severity: 'error',
    *check(csv) {
      const place = annotation(csv, 'capabilities');
      if (place.text === undefined || levels.includes(place.text)) return;
      yield { place, what: `there is no level '${place.text}'`, remedy: `write one of ${levels.join(', ')}` };
    },
  }),
  serviceVersionRule({
    id: 'category',
    demand: 'The annotation categories lists categories that catalogs know, with commas between them.',
    severity: 'error',
    *check(csv) {
      const place = annotation(csv, 'categories');
      for (const name of place.text?.split(',').map((each) => each.trim()) ?? []) {
        const stranger = disputedCategories.get(name);
        if (categories.includes(name)) continue;
        yield {
          place,
          what: stranger === undefined ? `there is no category '${name}'` : `'${name}' isn't known to ${stranger}`,
          remedy: `write some of ${categories.join(', ')}`,
          severity: stranger === undefined ? 'error' : 'warning',
        };
      }
    },
  }),
  serviceVersionRule({
    id: 'catalog-image',
    demand: 'The annotation containerImage names an image in full: registry, repository, and tag or digest.',
    severity: 'warning',
    *check(csv) {
      const place = annotation(csv, 'containerImage');
      if (place.text === undefined) return;
      const image = imageReference(place.text);
      const isInFull = image?.repository.includes('/') === true && (image.tag ?? image.digest) !== undefined;
      if (isInFull) return;
      yield {
        place,
        what: `'${place.text}' is no image in full`,
        remedy: 'write it with registry and tag or digest, such as example.com/team/operator:1.2.0',
      };
    },
  }),
  serviceVersionRule({
    id: 'catalog-image-unused',
    demand: 'The annotation containerImage names an image that the operator runs.',
    severity: 'warning',
    *check(csv, bundle) {
      const place = annotation(csv, 'containerImage');
      const named = imageReference(place.text ?? '');
      const run = runImages(bundle);
      if (named === undefined || run.length === 0 || run.some((image) => isSameImage(image, named))) return;
      const isOfOtherTag = run.some(({ repository }) => repository === named.repository);
      yield {
        place,
        what: `no Deployment runs ${isOfOtherTag ? (place.text ?? '') : named.repository}`,
        remedy: `name the manager's image, of ${[...new Set(run.map((image) => (isOfOtherTag ? inFull(image) : image.repository)))].join(' or ')}`,
      };
    },
  }),
  serviceVersionRule({
    id: 'created-at',
    demand: 'The annotation createdAt is a time as RFC 3339 has it, or a date.',
    severity: 'warning',
    *check(csv) {
      const place = annotation(csv, 'createdAt');
      if (place.text === undefined || isTime(place.text)) return;
      yield { place, what: `'${place.text}' is no time`, remedy: 'write one such as 2026-11-21T08:00:00Z' };
    },
  }),
  serviceVersionRule({
    id: 'repository',
    demand: 'The annotation repository is the address of the source: http:// or https://.',
    severity: 'warning',
    *check(csv) {
      const place = annotation(csv, 'repository');
      if (place.text === undefined || /^https?:\/\/[^\s/]+/.test(place.text)) return;
      yield { place, what: `'${place.text}' is no address`, remedy: 'write one that begins with https://' };
    },
  }),
  serviceVersionRule({
    id: 'support',
    demand: 'The annotation support says who helps, in 3 characters at least.',
    severity: 'warning',
    *check(csv) {
      const place = annotation(csv, 'support');
      if (place.text === undefined || place.text.trim().length >= 3) return;
      yield { place, what: `'${place.text}' is too short`, remedy: 'name whoever supports the operator' };
    },
  }),
  serviceVersionRule({
    id: 'summary',
    demand: 'The annotation description, which catalogs show in a tile, has 10 characters at least.',
    severity: 'warning',
    *check(csv) {
      const place = annotation(csv, 'description');
      if (place.text === undefined || place.text.trim().length >= 10) return;
      yield {
        place,
        what: `'${place.text}' is too short for a tile`,
        remedy: 'say in a sentence what the operator does',
      };
    },
  }),
  serviceVersionRule({
    id: 'catalog-annotations',
    demand:
      'For the public catalogs, there are the annotations capabilities, categories, containerImage, createdAt, description, repository and support.',
    severity: 'warning',
    *check(csv, _bundle, { audiences }) {
      if (!publicCatalogs.some((audience) => audiences.includes(audience))) return;
      for (const name of [
        'capabilities',
        'categories',
        'containerImage',
        'createdAt',
        'description',
        'repository',
        'support',
      ]) {
        const place = annotation(csv, name);
        if (place.isAbsent) yield { place, what: `the annotation ${name} is missing`, remedy: 'write it' };
      }
    },
  }),
  serviceVersionRule({
    id: 'suggested-namespace',
    demand: 'The suggested namespace is a name that a namespace can have, the same in both annotations.',
    severity: 'warning',
    *check(csv) {
      const place = annotation(csv, 'operatorframework.io/suggested-namespace');
      if (place.text === undefined) return;
      const template = json(annotation(csv, 'operatorframework.io/suggested-namespace-template')).at(
        'metadata',
        'name',
      ).text;
      if (!isDnsLabel(place.text)) {
        yield { place, what: `no namespace can be called '${place.text}'`, remedy: 'write a DNS label' };
      } else if (template !== undefined && template !== place.text) {
        yield { place, what: `the template calls it ${template}`, remedy: 'write the same name in both annotations' };
      }
    },
  }),
];

function annotation(csv: Place, name: string): Place {
  return csv.at('metadata', 'annotations', name);
}

function isTime(text: string): boolean {
  const [, month = '', day = ''] =
    /^\d{4}-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function runImages(bundle: BundleContent): readonly ImageReference[] {
  const images = deployments(bundle).flatMap(({ allContainers }) => allContainers.map((each) => each.at('image')));
  return images.flatMap(({ text }) => imageReference(text ?? '') ?? []);
}

/** Whether they may be the same: a tag and a digest don't tell, nor does `latest`, which is told of the container. */
function isSameImage(one: ImageReference, other: ImageReference): boolean {
  if (one.repository !== other.repository) return false;
  const tags = [one, other].map(({ tag = 'latest' }) => tag);
  return tags.includes('latest') || tags[0] === tags[1];
}

function inFull({ repository, tag = 'latest' }: ImageReference): string {
  return `${repository}:${tag}`;
}

/** What the JSON in an annotation says; absent if it is no object. */
function json(place: Place): Place {
  try {
    const value: unknown = JSON.parse(place.text ?? 'null');
    return place.with(isJsonObject(value) ? value : undefined);
  } catch {
    return place.with(undefined);
  }
}

import { type BundleContent, Place } from '../../../content/index.ts';
import { type Dockerfile, dockerfile } from '../../dockerfile.ts';
import type { Rule } from '../../rule.ts';
import { kubernetesVersionRules } from '../release/kubernetes-version.ts';
import { bundleAnnotationRules, bundleAnnotations } from './bundle-annotation.ts';
import { scorecardRules } from './scorecard.ts';

/** What the Dockerfile of the bundle's image says, if there is one. */
export const dockerfileRules: readonly Rule[] = [
  {
    id: 'image-labels',
    demand: 'The labels of the image are the annotations of the bundle: readers of images look at no files.',
    severity: 'error',
    *check(bundle) {
      const found = dockerfileOf(bundle);
      if (found === undefined || bundle.annotations.fields.length === 0) return;
      const told = toldOfAnnotations(bundle);
      for (const [name, { text, path }] of bundle.annotations.fields) {
        const label = found.labels.get(name);
        if (text === undefined || told.has(path) || label === text || (label === undefined && !isEssential(name)))
          continue;
        yield {
          place: new Place(found.file, undefined, name),
          what: label === undefined ? `there is no label ${name}` : `the label is '${label}', the annotation '${text}'`,
          remedy: `write LABEL ${name}=${/[\s"']/.test(text) ? JSON.stringify(text) : text}`,
        };
      }
      for (const [name, label] of found.labels) {
        const annotation = bundle.annotations.at(name);
        if (!isEssential(name) || !annotation.isAbsent || told.has(annotation.path)) continue;
        yield {
          place: new Place(found.file, undefined, name),
          what: `the label is '${label}', and the annotations have none of that name`,
          remedy: 'write the same into metadata/annotations.yaml, or remove the label',
        };
      }
    },
  },
  {
    id: 'image-files',
    demand: 'The image gets manifests/ and metadata/, and tests/ where the annotations speak of them.',
    severity: 'error',
    *check(bundle) {
      const found = dockerfileOf(bundle);
      if (found === undefined) return;
      const tests = bundle.annotations.at('operators.operatorframework.io.test.config.v1').text;
      for (const directory of ['manifests', 'metadata', ...(tests === undefined ? [] : [tests.replace(/\/+$/, '')])]) {
        if (found.copies.some((target) => target === `/${directory}` || target === '/')) continue;
        yield {
          place: new Place(found.file, undefined, `/${directory}/`),
          what: `nothing is copied to /${directory}/`,
          remedy: `write COPY ${directory} /${directory}/, from where the files are`,
        };
      }
    },
  },
];

interface FoundDockerfile extends Dockerfile {
  readonly file: string;
}

/** The Dockerfile of the bundle, wherever it stands; of a Dockerfile that isn't about a bundle there is nothing to say. */
function dockerfileOf({ files }: BundleContent): FoundDockerfile | undefined {
  for (const file of ['bundle.Dockerfile', '../bundle.Dockerfile', 'Dockerfile']) {
    const bytes = files.get(file);
    if (bytes === undefined) continue;
    const found = dockerfile(new TextDecoder().decode(bytes));
    if (isAboutBundle(found)) return { ...found, file };
  }
  return undefined;
}

function isAboutBundle({ labels, copies }: Dockerfile): boolean {
  return [...labels.keys()].some(isEssential) || copies.includes('/manifests') || copies.includes('/metadata');
}

/** The annotations of which other rules tell what is wrong: that they differ from labels follows, once it is put right. */
function toldOfAnnotations(bundle: BundleContent): ReadonlySet<string> {
  const violations = [...bundleAnnotationRules, ...kubernetesVersionRules, ...scorecardRules].flatMap((rule) => [
    ...rule.check(bundle, { audiences: [] }),
  ]);
  return new Set(violations.map(({ place }) => place.path));
}

/** What readers of images look for. */
function isEssential(name: string): boolean {
  return bundleAnnotations.includes(name);
}

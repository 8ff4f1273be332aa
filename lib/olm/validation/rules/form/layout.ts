import { Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';

/** What readers of bundles demand of directories and of the names of files. */
export const layoutRules: readonly Rule[] = [
  {
    id: 'manifests-directory',
    demand: 'There is a directory manifests/, with files in it.',
    rejection: { by: 'operator-sdk', message: 'Unable to locate manifests directory' },
    isPrecondition: true,
    *check({ files }) {
      if ([...files.keys()].some((path) => path.startsWith('manifests/'))) return;
      yield {
        place: new Place('manifests', undefined),
        what: 'there are no manifests',
        remedy: 'put the ClusterServiceVersion and the definitions that it owns into manifests/',
      };
    },
  },
  {
    id: 'metadata-directory',
    demand: 'There is a directory metadata/, with files in it.',
    rejection: { by: 'operator-sdk', message: 'Unable to locate metadata directory' },
    *check({ files }) {
      if ([...files.keys()].some((path) => path.startsWith('metadata/'))) return;
      yield {
        place: new Place('metadata', undefined),
        what: 'there is no metadata',
        remedy: 'say in metadata/annotations.yaml of which package and in which channels the bundle is',
      };
    },
  },
  {
    id: 'flat-manifests',
    demand: 'manifests/ has no directories in it: some readers refuse them, others overlook them.',
    rejection: { by: 'operator-sdk', message: 'bundle manifests dir contains directory' },
    *check({ files }) {
      const nested = [...files.keys()].filter((path) => /^manifests\/[^/]+\//.test(path));
      const directories = new Set(nested.map((path) => path.split('/').slice(0, 2).join('/')));
      for (const directory of directories) {
        yield {
          place: new Place(directory, undefined),
          what: 'it is a directory inside manifests/',
          remedy: files.has(`${directory}/`) ? 'remove it' : 'put its files into manifests/ itself',
        };
      }
    },
  },
  {
    id: 'hidden-file',
    demand: 'manifests/ has no files whose names begin with a dot.',
    rejection: { by: 'operator-sdk', message: 'bundle manifests dir has hidden file' },
    *check({ files }) {
      for (const path of files.keys()) {
        if (!/^manifests\/\.[^/]*$/.test(path)) continue;
        yield {
          place: new Place(path, undefined),
          what: 'its name begins with a dot: some readers refuse the bundle, others overlook the file',
          remedy: 'remove it, or give it another name',
        };
      }
    },
  },
  {
    id: 'manifest-file',
    demand: 'Every file in manifests/ is a manifest, in YAML or JSON, and is called so.',
    rejection: { by: 'operator-sdk', message: 'unsupported media type registry+v1 for bundle object' },
    *check({ files }) {
      for (const path of files.keys()) {
        if (!/^manifests\/[^./][^/]*$/.test(path) || /\.(?:ya?ml|json)$/.test(path)) continue;
        yield {
          place: new Place(path, undefined),
          what: 'it is neither a YAML nor a JSON file, and readers take everything in manifests/ for manifests',
          remedy: 'put it elsewhere, or end its name with .yaml if it is a manifest',
        };
      }
    },
  },
];

import { Place } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';

/** Rules of bundle readers for directories and file names. */
export const layoutRules: readonly BundleRule[] = [
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
        remedy: 'write the package and the channels of the bundle into metadata/annotations.yaml',
      };
    },
  },
  {
    id: 'flat-manifests',
    demand: 'manifests/ has no subdirectories: some readers reject them, others ignore them.',
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
          what: 'its name begins with a dot: some readers reject the bundle, others ignore the file',
          remedy: 'remove it, or give it another name',
        };
      }
    },
  },
  {
    id: 'manifest-file',
    demand: 'Every file in manifests/ is a manifest in YAML or JSON, with that file extension.',
    rejection: { by: 'operator-sdk', message: 'unsupported media type registry+v1 for bundle object' },
    *check({ files }) {
      for (const path of files.keys()) {
        if (!/^manifests\/[^./][^/]*$/.test(path) || /\.(?:ya?ml|json)$/.test(path)) continue;
        yield {
          place: new Place(path, undefined),
          what: 'it is neither a YAML nor a JSON file, and readers parse every file in manifests/ as a manifest',
          remedy: 'put it elsewhere, or end its name with .yaml if it is a manifest',
        };
      }
    },
  },
];

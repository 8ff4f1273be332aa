import type { BundleRule } from '../../rule.ts';

/** Rules for files in metadata/ together. */
export const annotationFileRules: readonly BundleRule[] = [
  {
    id: 'bundle-annotation-files',
    demand: 'If several files in metadata/ have annotations, they are equal.',
    *check({ metadataDocuments }) {
      const [first, ...others] = metadataDocuments
        .map(({ root }) => root.at('annotations'))
        .filter(({ fields }) => fields.length > 0);
      if (first === undefined) return;
      for (const [name, place] of others.flatMap(({ fields }) => fields)) {
        const said = first.at(name);
        if (said.file === place.file || said.isAbsent || said.value === place.value) continue;
        yield {
          place,
          what: `${said.file} has another value, and readers differ in the file that they use`,
          remedy: 'keep the annotations in one file',
        };
      }
    },
  },
];

import type { Rule } from '../../rule.ts';

/** What is demanded of files in metadata/ together. */
export const annotationFileRules: readonly Rule[] = [
  {
    id: 'bundle-annotation-files',
    demand: 'Where several files in metadata/ have annotations, they say the same.',
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
          what: `${said.file} says otherwise, and which of the two is read is up to the reader`,
          remedy: 'keep the annotations in one file',
        };
      }
    },
  },
];

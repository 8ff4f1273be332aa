import { isJsonObject, nearestName } from '../../../schema/index.ts';
import { placeRule, textRule } from '../../finding/content-rule.ts';
import type { CatalogRule } from '../catalog-rule.ts';
import { opmShapes } from '../content/blob-shape.ts';
import { blobFormViolations } from '../form/blob-form.ts';

/** Rules for the form of every document, checked before the rules about its meaning. */
export const formRules: readonly CatalogRule[] = [
  {
    id: 'blob-readable',
    demand: 'Each file holds YAML or JSON documents that can be read.',
    rejection: { by: 'opm', message: 'error converting YAML to JSON' },
    *check({ blobs, unreadable }) {
      for (const { place, problem } of unreadable) {
        yield {
          place,
          what: `it can't be read: ${problem}`,
          remedy: 'write YAML or JSON, or name the file in .indexignore',
        };
      }
      for (const place of blobs.filter(({ value }) => !isJsonObject(value))) {
        yield { place, what: 'a document is not a map', remedy: 'write fields, `schema` among them' };
      }
    },
  },
  placeRule({
    id: 'blob-schema',
    demand: 'Each document has a schema.',
    rejection: { by: 'opm', message: "object '…' is missing root schema field" },
    at: ({ blobs }) => blobs.filter(({ value }) => isJsonObject(value)).map((blob) => blob.at('schema')),
    isRight: ({ isAbsent, text }) => !isAbsent && text !== '',
    what: 'it has no schema',
    remedy: 'write one such as olm.bundle',
  }),
  textRule({
    id: 'blob-schema-known',
    demand: 'A schema that begins with olm. is one that OLM reads.',
    at: ({ blobs }) => blobs.map((blob) => blob.at('schema')),
    isRight: (text) => !/^olm\./i.test(text) || opmShapes.has(text),
    what: (text) => `OLM doesn't read ${text}: the document is left out`,
    remedy(text) {
      const known = [...opmShapes.keys()];
      const meant = nearestName(text, known);
      return meant === undefined ? `write one of ${known.join(', ')}` : `did you mean ${meant}?`;
    },
  }),
  {
    id: 'blob-form',
    demand:
      'Each field occurs once, in any case, and holds the type of its schema: text, a list or a map. Further rules are checked for a package only after this one.',
    rejection: { by: 'opm', message: 'json: cannot unmarshal …' },
    *check({ blobs }) {
      for (const blob of blobs) yield* blobFormViolations(blob);
    },
  },
  {
    id: 'blob-blank',
    demand: 'Each document holds fields, and not only comments.',
    rejection: { by: 'opm', message: "object '' is missing root schema field" },
    *check({ blankFiles }) {
      for (const file of blankFiles) {
        const remedy = 'leave out the `---` that ends it, or the file';
        yield { place: { file, path: '' }, what: 'a document holds nothing, or only comments', remedy };
      }
    },
  },
  {
    id: 'file-empty',
    demand: 'Each file holds a document.',
    *check({ emptyFiles }) {
      for (const file of emptyFiles) {
        yield { place: { file, path: '' }, what: 'it holds no document', remedy: 'write one, or leave the file out' };
      }
    },
  },
  {
    id: 'catalog-package',
    demand: 'A catalog offers a package.',
    *check({ blobs, unreadable }) {
      const [first] = blobs;
      const isForeign = blobs.every((blob) => /^(?!olm\.)./i.test(blob.at('schema').text ?? ''));
      if (first === undefined || !isForeign || unreadable.length > 0) return;
      yield { place: { file: first.file, path: '' }, what: 'it offers no operator', remedy: 'write an olm.package' };
    },
  },
];

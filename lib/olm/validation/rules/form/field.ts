import { editDistance } from '../../../../schema/index.ts';
import type { BundleContent } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';
import { manifestMisfits } from '../../shape/manifest-misfits.ts';
import type { Misfit } from '../../shape/shape.ts';

/** Whether the fields of manifests are those that their kinds have. */
export const fieldRules: readonly Rule[] = [
  {
    id: 'field-unknown',
    demand: 'Manifests have no fields that their kind doesn’t know: they would be dropped without a word.',
    severity: 'warning',
    *check(bundle) {
      for (const { place, owner, name, known, isOpen } of misfitsOf(bundle, 'unknown')) {
        // Definitions had both once, and nothing is lost with the one that is left over.
        const isLeftOver = name === 'version' && !owner.at('versions').isAbsent;
        const meant = isLeftOver ? undefined : closest(name, known);
        if (isOpen && meant === undefined) continue;
        yield {
          place,
          what: `there is no field ${name} here, and OLM drops it`,
          remedy: meant === undefined ? 'remove it' : `write ${meant}`,
          severity: meant === undefined ? 'warning' : 'error',
          ...(meant !== undefined && { effect: owner.at(meant) }),
        };
      }
    },
  },
  {
    id: 'field-type',
    demand:
      'The fields of manifests have the types that their kind gives them: text that YAML would read otherwise is quoted.',
    severity: 'error',
    isPrecondition: true,
    *check(bundle) {
      for (const { place, type } of misfitsOf(bundle, 'type')) {
        yield {
          place,
          what: `it is ${inWords(place.value)}, and has to be ${type}`,
          remedy: type === 'text' && isScalar(place.value) ? 'put it in quotes' : `write ${type}`,
        };
      }
    },
  },
  {
    id: 'field-missing',
    demand: 'The fields of manifests that have to be there are.',
    severity: 'error',
    *check(bundle) {
      for (const { place } of misfitsOf(bundle, 'missing')) {
        yield { place, what: 'it isn’t there, and OLM or API servers refuse what lacks it', remedy: 'write it' };
      }
    },
  },
];

function misfitsOf<What extends Misfit['what']>(
  bundle: BundleContent,
  what: What,
): readonly Extract<Misfit, { what: What }>[] {
  return manifestMisfits(bundle).filter((misfit): misfit is Extract<Misfit, { what: What }> => misfit.what === what);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object';
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? 'text' : JSON.stringify(value);
}

/** The field that was meant, as far as it can be guessed: one that differs in case, or in a letter or two. */
function closest(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  const sameLetters = known.find((each) => plain(each) === plain(name));
  if (sameLetters !== undefined) return sameLetters;
  const near = known.filter((each) => editDistance(plain(each), plain(name)) <= (name.length > 6 ? 2 : 1));
  return near.toSorted((one, other) => editDistance(one, name) - editDistance(other, name))[0];
}

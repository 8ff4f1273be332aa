import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import valid from 'semver/functions/valid.js';
import { isVersion } from '../../constructs/index.ts';
import type { Violation } from '../finding/violation.ts';

/** Returns true if a version is in a bound, by its order relative to the bound's version. */
type Relation = (order: number) => boolean;

const below: Relation = (order) => order < 0;
const upTo: Relation = (order) => order <= 0;
const above: Relation = (order) => order > 0;
const from: Relation = (order) => order >= 0;
const same: Relation = (order) => order === 0;
const other: Relation = (order) => order !== 0;

const relations: ReadonlyMap<string, Relation> = new Map([
  ['<', below],
  ['<=', upTo],
  ['>', above],
  ['>=', from],
  ['', same],
  ['=', same],
  ['==', same],
  ['!', other],
  ['!=', other],
]);

interface Bound {
  readonly isMet: Relation;
  readonly version: string;
}

/**
 * A version range of the Operator Lifecycle Manager, as in `olm.skipRange` and in dependencies:
 * `>=1.0.0 <1.2.0 || 2.x`.
 *
 * It differs from npm's ranges: `^` and `~` don't exist, each bound is a full version or ends in `x`, and a prerelease
 * is a version like any other.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseRange
 */
export class VersionRange {
  /** A version has to meet all bounds of one alternative. */
  readonly #alternatives: readonly (readonly Bound[])[];

  private constructor(alternatives: readonly (readonly Bound[])[]) {
    this.#alternatives = alternatives;
  }

  /** Parses a range; undefined if the text isn't valid. */
  static parse(text: string): VersionRange | undefined {
    const alternatives = text.split(/(?<= )\|\|(?= )/).map(rangeBounds);
    return alternatives.every((each) => each !== undefined) ? new VersionRange(alternatives) : undefined;
  }

  /** @param version - a full version: `1.2.3`. */
  includes(version: string): boolean {
    return this.#alternatives.some((all) => all.every((bound) => bound.isMet(compare(version, bound.version))));
  }

  /** Returns true if `other` includes all versions of this range. */
  isWithin(other: VersionRange): boolean {
    // Neither range changes between two named versions: the version right after the first represents all of them.
    const named = [this, other].flatMap((range) => range.#alternatives.flat().map(({ version }) => version));
    const tried = [least, ...named, ...named.flatMap((version) => versionAfter(version) ?? [])];
    return tried.every((version) => !this.includes(version) || other.includes(version));
  }
}

/** The lowest of all versions. */
const least = '0.0.0-0';

/** Returns the version right after another one; undefined if it can't be written. */
function versionAfter(version: string): string | undefined {
  const parsed = parse(version);
  if (parsed === null) return undefined;
  const { major, minor, patch, prerelease } = parsed;
  return valid(prerelease.length > 0 ? `${parsed.version}.0` : `${major}.${minor}.${patch + 1}-0`) ?? undefined;
}

/** Only spaces separate bounds. Other white space is allowed before a version, where OLM trims it. */
function rangeBounds(text: string): readonly Bound[] | undefined {
  const parts = text
    .replace(/([<>=]) +/g, '$1')
    .split(' ')
    .filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const all = parts.map((part) => {
    const [, prefix = '', version = ''] = /^(\D*)(\d.*)?$/s.exec(part) ?? [];
    const sign = prefix.trim();
    return version.includes('x') ? wildcardVersionBounds(sign, version) : exactVersionBound(sign, version);
  });
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

function exactVersionBound(sign: string, version: string): readonly Bound[] | undefined {
  const isMet = relations.get(sign);
  return isMet === undefined || !isVersion(version) ? undefined : [{ isMet, version }];
}

/**
 * `1.x` stands for the versions from 1.0.0 up to 2.0.0, `1.2.x` for those from 1.2.0 up to 1.3.0, and `1.x.x` for those
 * from 1.0.0 up to 1.1.0. OLM takes each version with an x for one of these, also `1.0.0-next`, which has no next one.
 */
function wildcardVersionBounds(sign: string, text: string): readonly Bound[] | undefined {
  const zeroed = text.replace('.x.x', '.x').replace('.x', '.0');
  const first = zeroed.split('.').length === 2 ? `${zeroed}.0` : zeroed;
  const next = nextVersion(first, text);
  switch (relations.get(sign)) {
    case below:
      return writtenBounds([below, first]);
    case upTo:
      return writtenBounds([below, next]);
    case above:
      return writtenBounds([from, next]);
    case from:
      return writtenBounds([from, first]);
    case same:
      return writtenBounds([from, first], [below, next]);
    // OLM reads it as both bounds at once, which no version meets.
    case other:
      return writtenBounds([below, first], [from, next]);
    default:
      return undefined;
  }
}

/** Returns the first version that a text such as `1.x` doesn't stand for; empty if there is none. */
function nextVersion(first: string, text: string): string {
  const [major = '', minor = '', ...rest] = first.split('.');
  const parts = text.split('.');
  if (parts.at(-1) !== 'x') return '';
  if (parts.length === 2) return [Number(major) + 1, minor, ...rest].join('.');
  return parts.length === 3 ? [major, Number(minor) + 1, ...rest].join('.') : '';
}

function writtenBounds(...bounds: readonly [isMet: Relation, version: string][]): readonly Bound[] | undefined {
  return bounds.every(([, version]) => isVersion(version))
    ? bounds.map(([isMet, version]) => ({ isMet, version }))
    : undefined;
}

/** Returns why a text isn't a valid version range, with a remedy; undefined if it is. */
export function rangeFlaw(text: string): Pick<Violation, 'what' | 'remedy'> | undefined {
  if (VersionRange.parse(text) !== undefined) return undefined;
  const what = text === '' ? 'the range is empty' : `'${JSON.stringify(text).slice(1, -1)}' is not a version range`;
  return { what, remedy: rangeRemedy(text) };
}

function rangeRemedy(text: string): string {
  if (VersionRange.parse(text.replace(/\s/g, ' ')) !== undefined)
    return 'write it in one line, with spaces between the bounds';
  if (VersionRange.parse(text.replaceAll('x', 'y')) !== undefined)
    return 'write the version without the letter x, which OLM reads as any number';
  return 'write one such as >=1.0.0 <2.0.0, with all three numbers of each version';
}

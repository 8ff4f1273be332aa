import { EvaluationError, UnevaluableError } from '../expression-error.ts';

const number = '(0|[1-9][0-9]*)';
const identifier = '(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const form = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
const uint64 = 2n ** 64n;

/** A semantic version; the part after `+` is ignored. @see https://semver.org */
export class SemanticVersion {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly prerelease: readonly string[];

  private constructor(numbers: SemanticVersion['numbers'], prerelease: readonly string[]) {
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  /** Returns true if a text is a semantic version. @throws UnevaluableError for numbers beyond 64 bits. */
  static isSemanticVersion(text: string): boolean {
    const [, ...parts] = form.exec(text) ?? [];
    const isHuge = parts.slice(0, 3).some((part) => part.length > 20 || BigInt(part) >= uint64);
    if (isHuge)
      throw new UnevaluableError('a version with a number beyond 64 bits is evaluated by the API server only');
    return parts.length > 0;
  }

  /** Parses a version. @throws EvaluationError if the text is not a version. */
  static parse(text: string): SemanticVersion {
    if (!SemanticVersion.isSemanticVersion(text)) throw new EvaluationError(`not a semantic version: ${text}`);
    const [, major = '', minor = '', patch = '', prerelease] = form.exec(text) ?? [];
    return new SemanticVersion([BigInt(major), BigInt(minor), BigInt(patch)], prerelease?.split('.') ?? []);
  }

  /** Returns -1, 0 or 1 if this comes before, equals or comes after `other`. */
  compare(other: SemanticVersion): number {
    for (const index of [0, 1, 2] as const) {
      const difference = this.numbers[index] - other.numbers[index];
      if (difference !== 0n) return difference < 0n ? -1 : 1;
    }
    if (this.prerelease.length === 0 || other.prerelease.length === 0) {
      return Math.sign(other.prerelease.length - this.prerelease.length);
    }
    for (const [index, one] of this.prerelease.entries()) {
      const two = other.prerelease[index];
      if (two === undefined) return 1;
      const difference = comparePreReleases(one, two);
      if (difference !== 0) return difference;
    }
    return Math.sign(this.prerelease.length - other.prerelease.length);
  }
}

function comparePreReleases(one: string, other: string): number {
  const [oneIsNumber, otherIsNumber] = [/^[0-9]+$/.test(one), /^[0-9]+$/.test(other)];
  // There are no leading zeros: the longer number is the larger one.
  if (oneIsNumber && otherIsNumber && one.length !== other.length) return Math.sign(one.length - other.length);
  if (oneIsNumber !== otherIsNumber) return oneIsNumber ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

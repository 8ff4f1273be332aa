import type { Library } from '../overload.ts';
import { SemanticVersion } from '../value/semantic-version.ts';

/** Semantic versions. @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-semver-library */
export const semvers: Library = {
  'semver(string): semver': SemanticVersion.parse,
  'isSemver(string): bool': SemanticVersion.isSemanticVersion,
  'semver.major(): int': ({ numbers: [major] }: SemanticVersion) => major,
  'semver.minor(): int': ({ numbers: [, minor] }: SemanticVersion) => minor,
  'semver.patch(): int': ({ numbers: [, , patch] }: SemanticVersion) => patch,
  'semver.isGreaterThan(semver): bool': (one: SemanticVersion, other: SemanticVersion) => one.compare(other) > 0,
  'semver.isLessThan(semver): bool': (one: SemanticVersion, other: SemanticVersion) => one.compare(other) < 0,
  'semver.compareTo(semver): int': (one: SemanticVersion, other: SemanticVersion) => BigInt(one.compare(other)),
};

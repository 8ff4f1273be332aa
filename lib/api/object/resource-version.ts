const decimal = /^(0|[1-9][0-9]*)$/;

/**
 * Which of two versions of objects of one kind is the newer one.
 *
 * Versions are whole decimal numbers of any length and are compared as such, without loss of precision.
 * Versions of different kinds have nothing to say to each other.
 *
 * @returns below 0 if `one` is older than `other`, above 0 if newer, 0 if they are the same;
 * NaN, which is neither, if an API server outside the standard gave something else than a number.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function compareResourceVersions(one: string, other: string): number {
  if (one === other) return 0;
  if (!decimal.test(one) || !decimal.test(other)) return Number.NaN;
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : 1;
}

/**
 * Orders versions as Kubernetes does, the preferred one first: stable before beta before alpha, newer before older, and
 * all others last, alphabetically.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(one: string, other: string): number {
  const [ranked, against] = [ranks(one), ranks(other)];
  if (ranked === undefined && against === undefined) return one < other ? -1 : Number(one > other);
  if (ranked === undefined) return 1;
  if (against === undefined) return -1;
  return ranked.map((rank, index) => (against[index] ?? 0) - rank).find((difference) => difference !== 0) ?? 0;
}

const stages = ['alpha', 'beta', ''];

/** Returns stage, major and minor number, each the higher the better; undefined if the version isn't of that form. */
function ranks(version: string): readonly number[] | undefined {
  const [, major, stage = '', minor = '0'] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? [];
  return major === undefined ? undefined : [stages.indexOf(stage), Number(major), Number(minor)];
}

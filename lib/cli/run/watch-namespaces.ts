import { isDnsLabel } from '../../api/index.ts';
import type { OperatorProps } from '../../constructs/index.ts';
import { Failure } from '../failure.ts';

/**
 * Parses the namespaces of `--watch-namespaces`, or of OLM's environment variable: names separated by commas.
 *
 * @param words - if empty or blank, all namespaces that the definition allows.
 * @param props - the operator's. With a bundle, its installer chooses the namespaces with access.
 * @throws Failure if a name isn't valid, or isn't one of the definition's: the operator has no access there.
 */
export function watchNamespaces(
  words: string | undefined,
  { bundle, watchNamespaces: confinement }: Pick<OperatorProps, 'bundle' | 'watchNamespaces'>,
): readonly string[] | undefined {
  const names = (words ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const wrong = names.find((name) => !isDnsLabel(name));
  if (wrong !== undefined) {
    throw new Failure(
      `'${wrong}' is not a valid name of a namespace: give --watch-namespaces or WATCH_NAMESPACE names such as shop,bank`,
    );
  }
  const allowed = bundle === undefined ? confinement : undefined;
  const strange = names.filter((name) => allowed?.includes(name) === false);
  if (strange.length > 0) {
    throw new Failure(
      `the operator may not watch ${strange.join(', ')}: its definition confines it to ${allowed?.join(', ')}; ` +
        'name some of those in --watch-namespaces or WATCH_NAMESPACE, or leave both out',
    );
  }
  return [...new Set(names)];
}

import { isDnsLabel } from '../../api/index.ts';
import type { OperatorProps } from '../../constructs/index.ts';
import { Failure } from '../failure.ts';

/**
 * The namespaces of `--watch-namespaces`, or of the environment variable that OLM's users know: names with commas in
 * between.
 *
 * @param words - none, or none but blanks, is all that the definition allows.
 * @param props - the operator's. Where there is a bundle, whoever installs it says which namespaces there are rights in.
 * @throws Failure if one of them is no name of a namespace, or none of the definition's: there the operator has no rights.
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
      `'${wrong}' is no name of a namespace: give --watch-namespaces or WATCH_NAMESPACE names such as shop,bank`,
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

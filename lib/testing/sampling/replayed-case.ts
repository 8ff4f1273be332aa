// In: an environment variable that names an operator, a custom resource and one case of it, such as `memcached-operator/cache:conflict@3`.
// Out: the case, and the command that runs it. Called by explorations and checks of properties.

/** A custom resource of an operator. */
export interface ReplaySubject {
  readonly operator: string;
  /** The name of the custom resource. */
  readonly resource: string;
}

/**
 * Returns the case that a variable of the environment names for a custom resource: none for other resources of its operator, and
 * undefined for other operators.
 *
 * @param parsed - returns the case of a text.
 */
export function replayedCase<Case>(
  variable: string,
  { operator, resource }: ReplaySubject,
  parsed: (text: string) => Case,
): readonly Case[] | undefined {
  const { [variable]: value = '' } = process.env;
  const [, name, only, text = ''] = /^([^/:]+)(?:\/([^:]+))?(?::(.*))?$/s.exec(value) ?? [];
  if (name !== operator) return undefined;
  return only === undefined || only === resource ? [parsed(text)] : [];
}

/** Returns the command that runs one case again. Other test runners than Node's have another command, which their processes don't know. */
export function caseCommand(variable: string, { operator, resource }: ReplaySubject, text: string): string {
  const [, file = '', ...rest] = process.argv;
  const command = file === '' || file.includes('/node_modules/') ? '' : ` node ${[file, ...rest].join(' ')}`;
  return `${variable}='${operator}/${resource}:${text}'${command}`;
}

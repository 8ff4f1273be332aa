// In: an environment variable that names an operator, a custom resource and one case of it, such as `memcached-operator/cache:conflict@3`.
// Out: the case, and the command that runs it. Called by explorations and checks of properties.

/** A custom resource of an operator. */
export interface ReplaySubject {
  readonly operator: string;
  /** The name of the custom resource. */
  readonly resource: string;
}

/** The case that the environment names: `all` if it names none for this operator, and `none` if it names one of another resource. */
export type ReplayedCase = { readonly text: string } | 'all' | 'none';

/** Returns the case that a variable of the environment names. */
export function replayedCase(variable: string, { operator, resource }: ReplaySubject): ReplayedCase {
  const { [variable]: value = '' } = process.env;
  const [, name, only, text = ''] = /^([^/:]+)(?:\/([^:]+))?(?::(.*))?$/s.exec(value) ?? [];
  if (name !== operator) return 'all';
  return only === undefined || only === resource ? { text } : 'none';
}

/** Returns the command that runs one case again. Other test runners than Node's have another command, which their processes don't know. */
export function caseCommand(variable: string, { operator, resource }: ReplaySubject, text: string): string {
  const [, file = '', ...rest] = process.argv;
  const command = file === '' || file.includes('/node_modules/') ? '' : ` node ${[file, ...rest].join(' ')}`;
  return `${variable}='${operator}/${resource}:${text}'${command}`;
}

import { parse } from 'yaml';
import { CredentialsError } from './credentials-error.ts';

/**
 * Returns the parsed YAML of a kubeconfig.
 *
 * @param file - its path, for messages.
 * @throws CredentialsError if it isn't YAML.
 */
export function parsedYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('\n')[0]?.replace(/:$/, '') : String(error);
    throw new CredentialsError(`${file} is not a kubeconfig: ${problem}; check the file`, { cause: error });
  }
}

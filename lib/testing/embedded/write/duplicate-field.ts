import { parsedYaml, repeatedFields } from '../../../yaml/index.ts';
import { readableJson } from '../json-text.ts';

/**
 * Returns the paths of the fields that a JSON text repeats, such as `data.a`. The text has to be valid JSON.
 */
export function duplicateFields(json: string): string[] {
  return [...new Set(repeatedFields(json).map(({ path }) => goPath(path)))];
}

/** Returns the fields that a YAML text repeats, each in the words of Go's decoder. */
export function duplicateKeyFaults(yaml: string): readonly string[] {
  return (readableJson(yaml) === undefined ? repeatedKeys(yaml) : repeatedNames(yaml)).map(
    ({ name, line }) => `line ${line}: key ${JSON.stringify(name)} already set in map`,
  );
}

interface RepeatedName {
  readonly name: string;
  /** Counts from one. */
  readonly line: number;
}

function repeatedNames(json: string): RepeatedName[] {
  return repeatedFields(json).map(({ path, line }) => ({ name: String(path.at(-1)), line }));
}

function repeatedKeys(yaml: string): RepeatedName[] {
  const lines = yaml.split('\n');
  const [document] = parsedYaml(yaml);
  return (document?.problems ?? [])
    .filter(({ kind }) => kind === 'duplicate-key')
    .map(({ what }) => {
      const line = Number(/ at line (\d+)/.exec(what)?.[1] ?? 1);
      const [key = ''] = (lines[line - 1] ?? '').split(':');
      return { line, name: key.replace(/^[ -]*["']?/, '').replace(/["']?[ ]?$/, '') };
    });
}

/** Go's decoder quotes no names. */
function goPath(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (outer, step) => (typeof step === 'number' ? `${outer}[${step}]` : outer === '' ? step : `${outer}.${step}`),
    '',
  );
}

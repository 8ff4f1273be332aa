import { scalarText } from '../../../schema/index.ts';
import { parsedYaml } from '../../../yaml/index.ts';
import { parsedJson, readableJson } from '../json-text.ts';

interface RepeatedField {
  readonly path: string;
  readonly name: string;
  /** Counts from one. */
  readonly line: number;
}

/**
 * Returns the paths of the fields that a JSON text repeats, such as `data.a`. The text has to be valid JSON.
 */
export function duplicateFields(json: string): string[] {
  return [...new Set(repeatedFields(json).map(({ path }) => path))];
}

/** Returns the fields that a YAML text repeats, each in the words of Go's decoder. */
export function duplicateKeyFaults(yaml: string): readonly string[] {
  return (readableJson(yaml) === undefined ? repeatedKeys(yaml) : repeatedFields(yaml)).map(
    ({ name, line }) => `line ${line}: key ${JSON.stringify(name)} already set in map`,
  );
}

function repeatedKeys(yaml: string): Pick<RepeatedField, 'line' | 'name'>[] {
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

function repeatedFields(json: string): RepeatedField[] {
  const found: RepeatedField[] = [];
  let [line, counted] = [1, 0];
  // Valid text has the last quote. Without one, each quote would be the start of another search to the end.
  const pattern = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g;
  const scopes: Scope[] = [];
  let last = '';
  for (const { 0: token, index } of json.matchAll(pattern)) {
    const scope = scopes.at(-1);
    switch (token) {
      case '{':
        scopes.push({ kind: 'object', path: innerPath(scope), names: new Set(), name: '' });
        break;
      case '[':
        scopes.push({ kind: 'list', path: innerPath(scope), index: 0 });
        break;
      case '}':
      case ']':
        scopes.pop();
        break;
      case ',':
        if (scope?.kind === 'list') scope.index += 1;
        break;
      case ':':
        if (scope?.kind !== 'object') break;
        scope.name = scalarText(parsedJson(last));
        if (scope.names.has(scope.name)) {
          line += json.slice(counted, index).split('\n').length - 1;
          counted = index;
          found.push({ path: innerPath(scope), name: scope.name, line });
        }
        scope.names.add(scope.name);
        break;
      default:
        last = token;
    }
  }
  return found;
}

type Scope =
  | { readonly kind: 'object'; readonly path: string; readonly names: Set<string>; name: string }
  | { readonly kind: 'list'; readonly path: string; index: number };

function innerPath(scope: Scope | undefined): string {
  if (scope === undefined) return '';
  if (scope.kind === 'list') return `${scope.path}[${scope.index}]`;
  return scope.path === '' ? scope.name : `${scope.path}.${scope.name}`;
}

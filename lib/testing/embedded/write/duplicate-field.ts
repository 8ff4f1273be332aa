import { scalarText } from '../field.ts';
import { parsedJson } from '../json-text.ts';

/**
 * Returns the paths of the fields that a JSON text repeats, such as `data.a`. The text has to be valid JSON.
 */
export function duplicateFields(json: string): string[] {
  const found: string[] = [];
  // Valid text has the last quote. Without one, each quote would be the start of another search to the end.
  const pattern = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g;
  const scopes: Scope[] = [];
  let last = '';
  for (const [token] of json.matchAll(pattern)) {
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
        if (scope.names.has(scope.name)) found.push(innerPath(scope));
        scope.names.add(scope.name);
        break;
      default:
        last = token;
    }
  }
  return [...new Set(found)];
}

type Scope =
  | { readonly kind: 'object'; readonly path: string; readonly names: Set<string>; name: string }
  | { readonly kind: 'list'; readonly path: string; index: number };

function innerPath(scope: Scope | undefined): string {
  if (scope === undefined) return '';
  if (scope.kind === 'list') return `${scope.path}[${scope.index}]`;
  return scope.path === '' ? scope.name : `${scope.path}.${scope.name}`;
}

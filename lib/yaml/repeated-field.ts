/** A field that an object of a JSON text has more than once. */
export interface RepeatedField {
  /** The names of fields and the indexes of items from the root to the field. */
  readonly path: readonly (string | number)[];
  /** The line of the repetition, counted from one. */
  readonly line: number;
}

/** Returns the fields that a JSON text repeats, of which parsers use the last value. The text has to be valid JSON. */
export function repeatedFields(json: string): readonly RepeatedField[] {
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
        scopes.push({ kind: 'object', names: new Set(), step: '' });
        break;
      case '[':
        scopes.push({ kind: 'list', step: 0 });
        break;
      case '}':
      case ']':
        scopes.pop();
        break;
      case ',':
        if (scope?.kind === 'list') scope.step += 1;
        break;
      case ':': {
        if (scope?.kind !== 'object') break;
        const name: unknown = JSON.parse(last);
        scope.step = String(name);
        if (scope.names.has(scope.step)) {
          line += json.slice(counted, index).split('\n').length - 1;
          counted = index;
          found.push({ path: scopes.map(({ step }) => step), line });
        }
        scope.names.add(scope.step);
        break;
      }
      default:
        last = token;
    }
  }
  return found;
}

/** An open object or list, and the present field or item. */
type Scope =
  | { readonly kind: 'object'; readonly names: Set<string>; step: string }
  | { readonly kind: 'list'; step: number };

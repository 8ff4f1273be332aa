// Writes the protobuf messages of the embedded cluster's built-in kinds: the numbers, names and types of their fields, from the struct
// tags of Kubernetes' Go modules. Run it after an update of the control plane, on a machine that has built one.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const target = new URL('../lib/testing/embedded/protobuf/messages.json', import.meta.url);
const control = new URL('../lib/testing/control-plane/', import.meta.url);

/** The module → its packages with messages. */
const packages: Readonly<Record<string, string>> = {
  'k8s.io/api': '*/v{1,2}/types.go',
  'k8s.io/apimachinery': 'pkg/apis/meta/v1/types.go',
  'k8s.io/apiextensions-apiserver': 'pkg/apis/apiextensions/v1/types*.go',
};

/** Types with a form of their own. */
const special: ReadonlySet<string> = new Set([
  'meta/v1.Time',
  'meta/v1.MicroTime',
  'meta/v1.Duration',
  'meta/v1.FieldsV1',
  'resource.Quantity',
  'intstr.IntOrString',
  'runtime.RawExtension',
  'apiextensions/v1.JSON',
]);

interface GoField {
  readonly goType: string;
  readonly name: string;
  readonly number: string;
  readonly isRepeated: boolean;
}

const structs = new Map<string, readonly GoField[]>();
/** Named types that aren't structs → the type that they name. */
const named = new Map<string, string>();

function packageName(path: string): string {
  return path.replace(/^.*\/(?=[^/]+\/v\d\w*$)|^.*\/(?=[^/]+$)/, '');
}

function read(module: string, pattern: string): void {
  const directory = execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', module], {
    cwd: control,
    encoding: 'utf8',
  }).trim();
  for (const file of globSync(pattern, { cwd: directory }).filter((path) => !/_test|generated/.test(path))) {
    readFile(readFileSync(join(directory, file), 'utf8'), packageName(join(module, file, '..')));
  }
}

function readFile(text: string, own: string): void {
  const imports = new Map<string, string>();
  for (const [, alias, path = ''] of text.matchAll(/^(?:import)?\s+(?:(\w+) )?"(k8s\.io\/[^"]+)"$/gm)) {
    imports.set(alias ?? path.split('/').at(-1) ?? '', packageName(path));
  }
  const qualified = (goType: string) =>
    goType.replace(/(?:(\w+)\.)?(\b[A-Z]\w*)$/, (_, alias: string | undefined, name: string) => {
      return `${alias === undefined ? own : (imports.get(alias) ?? alias)}.${name}`;
    });
  for (const [, name = '', body = ''] of text.matchAll(/^type (\w+) struct \{\n(.*?)\n\}$/gms)) {
    const lines = body.matchAll(
      /^\t(?:\w+\s+)?([*[\]\w.]+)\s+`(?:json:"([^",]*)[^"]*"[^`]*)?protobuf:"\w+,(\d+),(?:(\w+),)?name=(\w+)/gm,
    );
    const fields = [...lines].map(([, goType = '', json, number = '', label, tag = '']) => ({
      goType: qualified(goType),
      name: json ?? tag,
      isRepeated: label === 'rep',
      number,
    }));
    structs.set(`${own}.${name}`, fields);
  }
  for (const [, name = ''] of text.matchAll(/^type (\w+) struct ?\{\}$/gm)) structs.set(`${own}.${name}`, []);
  for (const [, name = '', goType = ''] of text.matchAll(/^type (\w+) ([[\]\w.]+)$/gm)) {
    if (goType !== 'struct') named.set(`${own}.${name}`, qualified(goType));
  }
}

/** Returns the type of a field: `*` marks a pointer, whose zero value is kept. */
function fieldType(goType: string, isRepeated = false): string {
  if (goType.startsWith('*')) return `*${fieldType(goType.slice(1))}`;
  if (goType === '[]byte') return 'bytes';
  if (goType.startsWith('[]')) return `[]${fieldType(goType.slice(2))}`;
  const [, value] = /^map\[[\w./]+\](.*)$/.exec(goType) ?? [];
  if (value !== undefined) return `map:${fieldType(value)}`;
  if (special.has(goType) || structs.has(goType)) return goType;
  const alias = named.get(goType);
  if (alias === undefined) return goType.includes('.') ? 'string' : goType.replace(/^int\d+$/, 'int');
  // A list that isn't a repeated field is a message of its items.
  return alias.startsWith('[]') && !isRepeated ? `items:${fieldType(alias.slice(2))}` : fieldType(alias);
}

for (const [module, pattern] of Object.entries(packages)) read(module, pattern);
const messages: Record<string, object> = {};
for (const name of [...structs.keys()].toSorted()) {
  messages[name] = Object.fromEntries(
    (structs.get(name) ?? []).map(({ number, name: field, goType, isRepeated }) => [
      number,
      [field, fieldType(goType, isRepeated)],
    ]),
  );
}
writeFileSync(target, `${JSON.stringify(messages)}\n`);

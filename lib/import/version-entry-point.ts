import { entryPointHeader, type ModuleStyle } from './module-header.ts';

/**
 * Returns the text of a version's index.ts: for each kind the class, its props, and the types of its outermost fields.
 */
export function versionEntryPoint(
  folder: string,
  modules: ReadonlyMap<string, string>,
  { extension }: ModuleStyle,
): string {
  const taken = new Set<string>();
  const exported = [...modules]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([file, text]) => {
      const names = entryPointNames(text).filter(({ name }) => !taken.has(name));
      for (const { name } of names) taken.add(name);
      const members = names.map(({ name, isClass }) => `  ${isClass ? '' : 'type '}${name},\n`);
      const from = file.replace(/\.ts$/, extension);
      return members.length === 0 ? [] : [`export {\n${members.join('')}} from './${from}';\n`];
    });
  return [entryPointHeader(folder), ...exported].join('\n');
}

/** A name that an index exports for a kind. */
export interface EntryPointName {
  readonly name: string;
  readonly isClass: boolean;
}

/** Returns the exported names of a kind's object and of its outermost fields, from the start of its module. */
export function entryPointNames(text: string): EntryPointName[] {
  const usedWords = new Set(moduleHead(text).match(/\w+/g));
  const found = [...text.matchAll(/^export (class|interface|type) (\w+)/gm)].flatMap(([, word, name = '']) =>
    usedWords.has(name) ? [{ name, isClass: word === 'class' }] : [],
  );
  return found.toSorted((one, other) => Number(other.isClass) - Number(one.isClass));
}

/**
 * Returns the code of a module up to the line with its class, without comments and literals, which may look like names
 * of types.
 */
function moduleHead(text: string): string {
  const lines = text.split('\n');
  const classLine = lines.findIndex((line) => line.startsWith('export class '));
  return lines
    .slice(0, classLine + 1)
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n')
    .replace(/\/\*.*?(?:\*\/|$)|'(?:\\.|[^'\\])*'?/gm, '');
}

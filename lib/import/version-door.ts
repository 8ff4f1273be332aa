// In: the modules of a version of a group, also those of earlier imports. Out: its index.ts.
// Called by an import when it has written a version's modules.

import { doorHeader } from './header.ts';
import type { ModuleStyle } from './module-style.ts';

/** The text of a version's index.ts: of each kind the class, its props, and the types of its outermost fields. */
export function versionDoor(folder: string, modules: ReadonlyMap<string, string>, { extension }: ModuleStyle): string {
  const taken = new Set<string>();
  const exported = [...modules]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([file, text]) => {
      const names = doorNames(text).filter(({ name }) => !taken.has(name));
      for (const { name } of names) taken.add(name);
      const members = names.map(({ name, isClass }) => `  ${isClass ? '' : 'type '}${name},\n`);
      const from = file.replace(/\.ts$/, extension);
      return members.length === 0 ? [] : [`export {\n${members.join('')}} from './${from}';\n`];
    });
  return [doorHeader(folder), ...exported].join('\n');
}

/** What a door has of a kind. */
export interface DoorName {
  readonly name: string;
  readonly isClass: boolean;
}

/** What a kind's module exports of the object as a whole and of its outermost fields: what it begins with speaks of these. */
export function doorNames(text: string): DoorName[] {
  const spoken = new Set(headOf(text).match(/\w+/g));
  const found = [...text.matchAll(/^export (class|interface|type) (\w+)/gm)].flatMap(([, word, name = '']) =>
    spoken.has(name) ? [{ name, isClass: word === 'class' }] : [],
  );
  return found.toSorted((one, other) => Number(other.isClass) - Number(one.isClass));
}

/** The code of a module up to the line with its class. What comments and literals say might be the name of a type, or anything else. */
function headOf(text: string): string {
  const lines = text.split('\n');
  const classLine = lines.findIndex((line) => line.startsWith('export class '));
  return lines
    .slice(0, classLine + 1)
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n')
    .replace(/\/\*.*?(?:\*\/|$)|'(?:\\.|[^'\\])*'?/gm, '');
}

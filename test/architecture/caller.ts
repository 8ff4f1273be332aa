import type { Rule } from './source-file.ts';

const namedCaller = /\bcalled by (?:the )?`?(?<name>[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)`?/gi;

/** The comment at the top of a file names callers that the library has. */
export const callers: Rule = (files) => {
  const library = files.filter(({ path }) => path.startsWith('lib/'));
  const code = library.map(({ ast }) => ast.text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, ''));
  const names = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
  return library.flatMap(({ path, ast }) => {
    const [header = ''] = /^(?:\/\/.*\n?)*/.exec(ast.text) ?? [];
    return [...header.replaceAll('\n//', '').matchAll(namedCaller)]
      .map(({ groups }) => groups?.name ?? '')
      .filter((name) => /[a-z][A-Z]/.test(name) && !names.has(name))
      .map((name) => `${path}:1: the library has no ${name}: name the present caller`);
  });
};

import ts from 'typescript';
import { lineOf, type Rule } from './source-file.ts';

/** The entry points of the library: entry point → its file in the workspace. */
export const entryPoints: Readonly<Record<string, string>> = {
  '.': './index.ts',
  './schema': './schema/author/index.ts',
  './olm': './olm/index.ts',
  './runtime': './runtime/index.ts',
  './testing': './testing/index.ts',
  './cli': './cli/index.ts',
  './package.json': './package.json',
};

/** Every index.ts of the library is a table of contents: re-exports by name and nothing else. */
export const tablesOfContents: Rule = (files) =>
  files
    .filter(({ path }) => /^lib\/(.*\/)?index\.ts$/.test(path))
    .flatMap(({ path, ast }) =>
      ast.statements
        .filter((statement) => !isNamedReExport(statement))
        .map((statement) => `${path}:${lineOf(statement)}: an entry point contains re-exports by name, nothing else`),
    );

function isNamedReExport(statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause) &&
    statement.exportClause.elements.every(({ name }) => name.text !== 'default')
  );
}

/** Apps import the library through its entry points: by the package's name, never by a path. */
export const appsUseEntryPoints: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('apps/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, target }) =>
          specifier.startsWith('.')
            ? !target.startsWith('apps/')
            : /^operand(\/|$)/.test(specifier) && !(specifier.replace(/^operand/, '.') in entryPoints),
        )
        .map(({ specifier, line }) => `${path}:${line}: ${specifier} is not an entry point of the library`),
    );

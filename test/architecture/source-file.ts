import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** A TypeScript file in the form that the rules need. */
export interface SourceFile {
  /** From the repository's root, with slashes: `lib/api/kind.ts`. */
  readonly path: string;
  readonly ast: ts.SourceFile;
  readonly imports: readonly Import[];
}

/** One place where a file names a module: import, re-export, `import()`, `require()` or a type's `import('…')`. */
export interface Import {
  readonly specifier: string;
  /** The path of a relative specifier from the repository's root; the specifier itself otherwise. */
  readonly target: string;
  /** True if only the compiler uses the import. */
  readonly isTypeOnly: boolean;
  readonly line: number;
}

/** Returns the violations: `path:line: message`. */
export type Rule = (files: readonly SourceFile[]) => string[];

/** Path → its file: the tests of one process read most of them again. */
const parsed = new Map<string, SourceFile>();

/** Reads all TypeScript files in some of the repository's folders. */
export function readSourceFiles(root: string, ...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const file = parsed.get(path) ?? sourceFile(pathInTree(relative(root, path)), readFileSync(path, 'utf8'));
        parsed.set(path, file);
        return file;
      }),
  );
}

/** Returns a path with slashes. The template of projects counts as an app. */
function pathInTree(path: string): string {
  return path.split(sep).join('/').replace('lib/cli/scaffold/template/', 'apps/template/');
}

/** Parses a file with a path and a text, which need not exist. */
export function sourceFile(path: string, text: string): SourceFile {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const named = namedModule(node);
    if (named !== undefined) {
      const { specifier, isTypeOnly } = named;
      const target = specifier.startsWith('.') ? posix.join(dirname(path), specifier) : specifier;
      imports.push({ specifier, target, isTypeOnly, line: lineOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ast);
  return { path, ast, imports };
}

/** Returns the line of a node, from 1. */
export function lineOf(node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

function namedModule(node: ts.Node): Pick<Import, 'specifier' | 'isTypeOnly'> | undefined {
  if (ts.isImportDeclaration(node)) {
    return literal(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
  }
  if (ts.isExportDeclaration(node)) return literal(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal, true);
  if (ts.isExternalModuleReference(node)) return literal(node.expression, false);
  if (ts.isCallExpression(node) && loads(node.expression)) return literal(node.arguments[0], false);
  return undefined;
}

function loads(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(callee) && callee.text === 'require') ||
    (ts.isPropertyAccessExpression(callee) && ts.isMetaProperty(callee.expression) && callee.name.text === 'resolve')
  );
}

function literal(node: ts.Node | undefined, isTypeOnly: boolean): Pick<Import, 'specifier' | 'isTypeOnly'> | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? { specifier: node.text, isTypeOnly } : undefined;
}

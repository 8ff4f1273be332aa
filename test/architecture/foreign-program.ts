import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { entryPoints } from './entry-point.ts';
import { type SourceFile, sourceFile } from './source-file.ts';

/** Programs that build or run parts of tests, and don't come with Node or every system. */
const foreign = new Set(['apt-config', 'apt-get', 'cargo', 'dpkg-deb', 'go', 'mvn', 'python3', 'unshare']);

/** A file that another one loads or starts, and the names that it takes from there. */
interface Use {
  readonly target: string;
  /** Undefined for all names. */
  readonly names?: ReadonlySet<string>;
}

/** The facts about a file that its own text gives. */
interface Part {
  readonly isForeign: boolean;
  readonly uses: readonly Use[];
}

/**
 * Returns the paths of test files that can do without foreign programs.
 *
 * A file needs one if it calls a function with the program's name, or loads or starts a file that needs one. Go builds the
 * binaries of control planes, so that tests on a real API server need it. An import from an index.ts loads the named parts
 * alone: tests that take the embedded cluster from there don't need what starts a real one.
 */
export function testsOnNodeAlone(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const parts = new Map<SourceFile, Part>();

  const partOf = (file: SourceFile): Part => {
    const known = parts.get(file);
    if (known !== undefined) return known;
    const uses = [...importsOf(file), ...startedPrograms(file, byPath)];
    const part = { isForeign: callsForeignProgram(file), uses };
    parts.set(file, part);
    return part;
  };

  const needsForeignProgram = (path: string): boolean => {
    const queue: Use[] = [{ target: path }];
    const seen = new Set<string>();
    for (const { target, names } of queue) {
      const file = byPath.get(target);
      const isTable = names !== undefined && isIndex(target);
      const key = isTable ? `${target} ${[...names].join()}` : target;
      if (file === undefined || seen.has(key)) continue;
      seen.add(key);
      const { isForeign, uses } = partOf(file);
      if (isForeign) return true;
      queue.push(...(isTable ? reExports(file, names) : uses));
    }
    return false;
  };

  return files.map(({ path }) => path).filter((path) => path.endsWith('.test.ts') && !needsForeignProgram(path));
}

/** True for a table of contents: it has nothing but re-exports by name. */
function isIndex(path: string): boolean {
  return /^lib\/(.*\/)?index\.ts$/.test(path);
}

function callsForeignProgram({ ast }: SourceFile): boolean {
  const calls = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) && isProgram(node.arguments[0])) || (ts.forEachChild(node, calls) ?? false);
  return calls(ast);
}

function isProgram(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && foreign.has(node.text);
}

function importsOf({ path, ast }: SourceFile): readonly Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) uses.push(...useOf(path, node.moduleSpecifier, importedNames(node)));
    else if (ts.isExportDeclaration(node) && !node.isTypeOnly) uses.push(...useOf(path, node.moduleSpecifier));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      uses.push(...useOf(path, node.arguments[0]));
    }
    ts.forEachChild(node, visit);
  };
  visit(ast);
  return uses;
}

/** Returns the names that exist when the program runs; undefined for all of the module. */
function importedNames({ importClause: clause }: ts.ImportDeclaration): ReadonlySet<string> | undefined {
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return new Set();
  const bindings = clause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return undefined;
  return valueNames(bindings.elements);
}

function valueNames(elements: ts.NodeArray<ts.ImportSpecifier> | ts.NodeArray<ts.ExportSpecifier>): Set<string> {
  return new Set([...elements].filter((each) => !each.isTypeOnly).map((each) => (each.propertyName ?? each.name).text));
}

function reExports({ path, ast }: SourceFile, names: ReadonlySet<string>): readonly Use[] {
  return ast.statements.filter(ts.isExportDeclaration).flatMap((statement) => {
    const { exportClause: clause, isTypeOnly, moduleSpecifier } = statement;
    if (isTypeOnly || clause === undefined || !ts.isNamedExports(clause)) return [];
    const taken = clause.elements.filter((each) => !each.isTypeOnly && names.has(each.name.text));
    return useOf(path, moduleSpecifier, new Set(taken.map((each) => (each.propertyName ?? each.name).text)));
  });
}

function useOf(path: string, specifier: ts.Expression | undefined, names?: ReadonlySet<string>): readonly Use[] {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier) || names?.size === 0) return [];
  const target = addressed(path, specifier.text);
  return [names === undefined ? { target } : { target, names }];
}

function addressed(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(path), specifier);
  const entryPoint = entryPoints[specifier.replace(/^operand(?=\/|$)/, '.')];
  return entryPoint === undefined ? specifier : posix.join('lib', entryPoint);
}

/**
 * Returns the programs in TypeScript that a file names, relative to itself or to the repository's root, and the imports of the
 * programs that it has as texts.
 */
function startedPrograms({ path, ast }: SourceFile, files: ReadonlyMap<string, SourceFile>): readonly Use[] {
  const found: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text.endsWith('.ts') && !ts.isImportDeclaration(node.parent)) {
      const targets = [posix.join(dirname(path), node.text), posix.normalize(node.text)];
      found.push(...targets.filter((target) => files.has(target)).map((target) => ({ target })));
    }
    if (ts.isNoSubstitutionTemplateLiteral(node) && node.text.includes(" from '")) {
      found.push(...importsOf(sourceFile(path, node.text)));
    }
    ts.forEachChild(node, visit);
  };
  if (!path.startsWith('lib/')) visit(ast);
  return found;
}

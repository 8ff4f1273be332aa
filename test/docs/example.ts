// In: the entry points of the library. Out: their classes and functions with the examples in their doc comments, and
// the compiler's errors for each example. Called by the test of examples.

import { relative, resolve } from 'node:path';
import ts from 'typescript';

/** A value that an entry point exports, with the examples in its doc comment. */
export interface DocumentedExport {
  /** `operand/testing`. */
  readonly entryPoint: string;
  readonly name: string;
  /** The code of each example. */
  readonly examples: readonly string[];
}

const root = resolve(import.meta.dirname, '../..');
const contextFile = resolve(import.meta.dirname, 'example-context.ts');

/** The folder in which the examples are compiled, with an `app.ts`. */
const app = resolve(root, 'apps/memcached');

/** Reads the examples of all run-time exports of entry points. @param entryPoints - name → file. */
export class Examples {
  readonly exports: readonly DocumentedExport[];
  readonly #program: ts.Program;
  readonly #settings: ts.CompilerOptions;
  readonly #entryPoints: ReadonlyMap<string, string>;

  constructor(entryPoints: ReadonlyMap<string, string>) {
    const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    // An example may declare a value for its reader. The generated imports don't distinguish types.
    this.#settings = { ...options, noUnusedLocals: false, verbatimModuleSyntax: false };
    this.#program = ts.createProgram([...entryPoints.values(), contextFile], this.#settings);
    this.#entryPoints = entryPoints;
    this.exports = [...entryPoints].flatMap(([entryPoint, file]) =>
      this.#valuesOf(file).map(({ name, symbol }) => ({ entryPoint, name, examples: examplesOf(symbol) })),
    );
  }

  /** Returns the compiler's errors: an empty list for each example without any. */
  errorsOf(examples: readonly { readonly entryPoint: string; readonly code: string }[]): readonly string[][] {
    const texts = new Map(
      examples.map(({ entryPoint, code }, index) => [
        resolve(app, `example-${index}.ts`),
        this.#moduleOf(entryPoint, code),
      ]),
    );
    const disk = ts.createCompilerHost(this.#settings);
    const host: ts.CompilerHost = {
      ...disk,
      fileExists: (file) => texts.has(file) || disk.fileExists(file),
      readFile: (file) => texts.get(file) ?? disk.readFile(file),
      getSourceFile: (file, settings) => {
        const text = texts.get(file);
        if (text !== undefined) return ts.createSourceFile(file, text, settings);
        return this.#program.getSourceFile(file) ?? disk.getSourceFile(file, settings);
      },
    };
    const program = ts.createProgram([...texts.keys()], this.#settings, host);
    return [...texts.keys()].map((file) => {
      const source = program.getSourceFile(file);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
        ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
      );
    });
  }

  /** Returns a module with an example as the body of an operator's method. */
  #moduleOf(entryPoint: string, code: string): string {
    const lines = code.split('\n');
    const imports = lines.filter((line) => line.startsWith('import '));
    const body = lines.filter((line) => !imports.includes(line)).map((line) => line.replace(/^export /, ''));
    const stated = new Set(imports.flatMap(words));
    const used = new Set(['MemcachedOperator', ...body.flatMap(words)]);
    const sources = new Map<string, string>();
    for (const file of [this.#entryPoints.get('operand'), contextFile, this.#entryPoints.get(entryPoint)]) {
      if (file !== undefined) for (const { name } of this.#exportsOf(file)) sources.set(name, file);
    }
    const names = [...sources].filter(([name]) => used.has(name) && !stated.has(name));
    return [
      ...imports,
      ...names.map(([name, file]) => `import { ${name} } from '${relative(app, file)}';`),
      'export async function example(this: MemcachedOperator): Promise<void> {',
      ...body,
      '}',
    ].join('\n');
  }

  #exportsOf(file: string): readonly ts.Symbol[] {
    const checker = this.#program.getTypeChecker();
    const source = this.#program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    return checker.getExportsOfModule(module);
  }

  /** The exported classes, functions and objects of functions, without types and lists. */
  #valuesOf(file: string): readonly { readonly name: string; readonly symbol: ts.Symbol }[] {
    const checker = this.#program.getTypeChecker();
    return this.#exportsOf(file).flatMap((exported) => {
      const specifier = exported.declarations?.find(ts.isExportSpecifier);
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const isType = specifier !== undefined && ts.isTypeOnlyExportDeclaration(specifier);
      if (isType || !(symbol.flags & ts.SymbolFlags.Value)) return [];
      return checker.isArrayLikeType(checker.getTypeOfSymbol(symbol)) ? [] : [{ name: exported.name, symbol }];
    });
  }
}

function words(line: string): readonly string[] {
  return line.match(/\w+/g) ?? [];
}

/** Returns the code of the examples in the doc comment of a symbol, without the margin. */
function examplesOf({ declarations = [] }: ts.Symbol): readonly string[] {
  return declarations
    .flatMap((declaration) => ts.getJSDocTags(declaration))
    .filter(({ tagName }) => tagName.text === 'example')
    .map((tag) =>
      tag
        .getText()
        .replace(/^@example\s*/, '')
        .replace(/\s*\*?\/?\s*$/, '')
        .split('\n')
        .map((line) => line.replace(/^\s*\* ?/, ''))
        .join('\n')
        .trimEnd(),
    );
}

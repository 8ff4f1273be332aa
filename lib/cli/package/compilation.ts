// In: the sources of an app. Out: the program of the compiler, or its errors in the sources or the published
// declarations. Called by `operand package`.

import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { isJsonObject } from '../../api/index.ts';
import { compiledSources } from '../../package/index.ts';
import { Failure } from '../failure.ts';

/** The compiler options of a package, whatever those of its project: ES modules for Node, next to their sources. */
const published = {
  ...{ noEmit: false, noEmitOnError: false, emitDeclarationOnly: false, composite: false, incremental: false },
  ...{ declaration: true, declarationMap: false, stripInternal: true, removeComments: false },
  ...{ sourceMap: true, inlineSources: true, inlineSourceMap: false },
  ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ...{ rewriteRelativeImportExtensions: true, allowImportingTsExtensions: false, importHelpers: false },
} satisfies ts.CompilerOptions;

/** Options that would move the output. */
const elsewhere = ['outDir', 'outFile', 'declarationDir', 'rootDir', 'rootDirs', 'sourceRoot', 'mapRoot'];

/** The options without a project: as strict as zod requires. */
const unconfigured: ts.CompilerOptions = { target: ts.ScriptTarget.ES2024, strict: true };

/**
 * Compiles an app with the options of its project.
 *
 * @param entryPoints - the sources of the entry points: absolute paths with `/`.
 * @throws Failure with the compiler's errors.
 */
export function compileApp(directory: string, entryPoints: readonly string[]): ts.Program {
  const missing = entryPoints.find((entryPoint) => !ts.sys.fileExists(entryPoint));
  if (missing !== undefined)
    throw new Failure(`${missing} doesn't exist: export the constructs of the package from it`);
  const program = ts.createProgram(entryPoints, { ...projectOptions(directory, entryPoints), ...published });
  const problems = compiledSources(program, directory).flatMap((source) => [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
    ...program.getDeclarationDiagnostics(source),
  ]);
  refuseDiagnostics(`${directory} doesn't compile`, problems);
  return program;
}

/**
 * Rejects declarations with errors for users' compilers, or with types that differ from the sources.
 *
 * @param files - the files of the package: path with `/`, relative to the directory → text.
 * @throws Failure with the compiler's errors.
 */
export function assertDeclarations(program: ts.Program, directory: string, files: ReadonlyMap<string, string>): void {
  const sources = new Set(compiledSources(program, directory).map(({ fileName }) => fileName));
  const texts = new Map([...files].map(([path, text]) => [posix.join(directory, path), text]));
  const declarations = [...texts.keys()].filter((path) => path.endsWith('.d.ts'));
  const options = { ...program.getCompilerOptions(), skipLibCheck: false, noEmit: true };
  const host = ts.createCompilerHost(options);
  const checked = ts.createProgram(declarations, options, {
    ...host,
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    // The compiler uses a declaration only if its source doesn't exist.
    fileExists: (path) => texts.has(path) || (!sources.has(path) && host.fileExists(path)),
    getSourceFile: (path, language, ...others) => {
      const text = texts.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, language);
      return program.getSourceFile(path) ?? host.getSourceFile(path, language, ...others);
    },
  });
  const problems = declarations.flatMap((path) => {
    const source = checked.getSourceFile(path);
    return [...checked.getSyntacticDiagnostics(source), ...checked.getSemanticDiagnostics(source)];
  });
  refuseDiagnostics(`the declarations of ${directory} would not compile`, problems);
}

/** Returns the options of the nearest tsconfig.json, including inherited ones. */
function projectOptions(directory: string, files: readonly string[]): ts.CompilerOptions {
  const project = ts.findConfigFile(directory, (path) => ts.sys.fileExists(path));
  if (project === undefined) return unconfigured;
  const read: { readonly config?: unknown; readonly error?: ts.Diagnostic } = ts.readConfigFile(project, (path) =>
    ts.sys.readFile(path),
  );
  if (read.error !== undefined) refuseDiagnostics(`${project} can't be read`, [read.error]);
  const configuration = { ...(isJsonObject(read.config) && read.config), include: [], files };
  const { options, errors } = ts.parseJsonConfigFileContent(configuration, ts.sys, posix.dirname(project), {}, project);
  refuseDiagnostics(`${project} can't be read`, errors);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !elsewhere.includes(name)));
}

function refuseDiagnostics(what: string, problems: readonly ts.Diagnostic[]): void {
  if (problems.length === 0) return;
  const words = ts.formatDiagnostics(problems, {
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
  throw new Failure(`${what}:\n${words.trimEnd()}`);
}

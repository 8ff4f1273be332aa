// In: the sources of an app. Out: what the compiler knows of them; or what it has against them, or against what is published.
// Called by `operand package`.

import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import { isJsonObject } from '../../api/index.ts';
import { ownSources } from '../../package/index.ts';
import { Failure } from '../failure.ts';

/** What a package is compiled by, whatever its project says: ES modules as Node has them, beside their sources. */
const published = {
  ...{ noEmit: false, noEmitOnError: false, emitDeclarationOnly: false, composite: false, incremental: false },
  ...{ declaration: true, declarationMap: false, stripInternal: true, removeComments: false },
  ...{ sourceMap: true, inlineSources: true, inlineSourceMap: false },
  ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  ...{ rewriteRelativeImportExtensions: true, allowImportingTsExtensions: false, importHelpers: false },
} satisfies ts.CompilerOptions;

/** Where they would lie otherwise. */
const elsewhere = ['outDir', 'outFile', 'declarationDir', 'rootDir', 'rootDirs', 'sourceRoot', 'mapRoot'];

/** Without a project: as strict as zod wants it. */
const unconfigured: ts.CompilerOptions = { target: ts.ScriptTarget.ES2024, strict: true };

/**
 * An app as the compiler sees it, by the rules of its project.
 *
 * @param doors - the sources that all others are reached from: absolute paths with `/`.
 * @throws Failure with the compiler's words if it doesn't compile.
 */
export function compiledApp(directory: string, doors: readonly string[]): ts.Program {
  const missing = doors.find((door) => !ts.sys.fileExists(door));
  if (missing !== undefined) throw new Failure(`${missing} isn't there: export from it what others are to use`);
  const program = ts.createProgram(doors, { ...projectOptions(directory, doors), ...published });
  const problems = ownSources(program, directory).flatMap((source) => [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
    ...program.getDeclarationDiagnostics(source),
  ]);
  refuse(`${directory} doesn't compile`, problems);
  return program;
}

/**
 * Refuses declarations that users' compilers would find fault with, or that aren't what the sources say.
 *
 * @param files - the files of the package: path with `/`, relative to the directory → text.
 * @throws Failure with the compiler's words.
 */
export function assertDeclarations(program: ts.Program, directory: string, files: ReadonlyMap<string, string>): void {
  const sources = new Set(ownSources(program, directory).map(({ fileName }) => fileName));
  const texts = new Map([...files].map(([path, text]) => [posix.join(directory, path), text]));
  const declarations = [...texts.keys()].filter((path) => path.endsWith('.d.ts'));
  const options = { ...program.getCompilerOptions(), skipLibCheck: false, noEmit: true };
  const host = ts.createCompilerHost(options);
  const checked = ts.createProgram(declarations, options, {
    ...host,
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    // A declaration is found only where its source isn't.
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
  refuse(`the declarations of ${directory} would not compile`, problems);
}

/** What the nearest tsconfig.json says, with all that it extends. */
function projectOptions(directory: string, files: readonly string[]): ts.CompilerOptions {
  const project = ts.findConfigFile(directory, (path) => ts.sys.fileExists(path));
  if (project === undefined) return unconfigured;
  const read: { readonly config?: unknown; readonly error?: ts.Diagnostic } = ts.readConfigFile(project, (path) =>
    ts.sys.readFile(path),
  );
  if (read.error !== undefined) refuse(`${project} can't be read`, [read.error]);
  const asked = { ...(isJsonObject(read.config) && read.config), include: [], files };
  const { options, errors } = ts.parseJsonConfigFileContent(asked, ts.sys, posix.dirname(project), {}, project);
  refuse(`${project} can't be read`, errors);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !elsewhere.includes(name)));
}

function refuse(what: string, problems: readonly ts.Diagnostic[]): void {
  if (problems.length === 0) return;
  const words = ts.formatDiagnostics(problems, {
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
  throw new Failure(`${what}:\n${words.trimEnd()}`);
}

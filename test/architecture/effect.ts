import ts from 'typescript';
import { lineOf, type Rule, type SourceFile } from './source-file.ts';

/** A way to reach out of the process, and the places in lib/ that may use it. */
interface Effect {
  readonly name: string;
  readonly homes: readonly string[];
  readonly modules: readonly string[];
  /** Globals, and members of globals: `fetch`, `process.env`. */
  readonly globals: readonly string[];
}

const effects: readonly Effect[] = [
  {
    name: 'sockets',
    // The form of a value needs `isIP`, which opens no socket.
    homes: [
      'client',
      'server',
      'testing',
      'oci/registry',
      'cli/source/download',
      'cli/dashboard/dashboard-server',
      'cli/dashboard/page',
      'cli/tunnel',
      'built-in/metadata/address-form',
      'built-in/rule/value-form',
    ],
    modules: ['net', 'http', 'https', 'http2', 'tls', 'dgram', 'dns', 'undici'],
    globals: ['fetch', 'WebSocket', 'EventSource'],
  },
  {
    name: 'files',
    homes: ['cli', 'server/certificate', 'client/credentials', 'oci', 'testing'],
    modules: ['fs'],
    globals: [],
  },
  {
    name: 'processes',
    homes: ['testing', 'cli'],
    modules: ['child_process', 'cluster', 'worker_threads'],
    globals: ['process.exit', 'process.kill', 'process.abort'],
  },
  {
    name: 'time',
    homes: ['clock', 'testing/manual-clock', 'cli/dashboard/page'],
    modules: ['timers', 'perf_hooks'],
    globals: [
      'Date',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'performance',
      'process.hrtime',
      'process.uptime',
      'AbortSignal.timeout',
    ],
  },
  {
    name: 'environment',
    homes: ['cli', 'client/credentials', 'testing'],
    modules: ['os', 'process'],
    globals: ['process.env', 'process'],
  },
  // The output of commands quotes files and API servers: one file writes it, and escapes control characters of
  // terminals.
  {
    name: 'terminal',
    homes: ['cli/terminal', 'cli/process/node-start', 'cli/run/console-log', 'testing'],
    modules: [],
    globals: ['process.stdout', 'process.stderr', 'console'],
  },
  // This name would give access to every other global.
  { name: 'the global object', homes: [], modules: [], globals: ['globalThis', 'global'] },
];

/** Each effect of the library happens at its address. */
export const effectAddresses: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap((file) =>
      usesOf(file).flatMap(({ used, line }) =>
        effects
          .filter(({ modules, globals }) => modules.includes(used) || globals.includes(used))
          .filter(({ homes }) => !homes.some((home) => livesIn(home, file.path)))
          .map(({ name, homes }) => `${file.path}:${line}: ${used}: ${name} only in ${homes.join(', ') || 'nowhere'}`),
      ),
    );

/** `server/certificate` is a folder, a file, or the common prefix of several files. */
function livesIn(home: string, path: string): boolean {
  return path.startsWith(`lib/${home}`) && /^[/.-]/.test(path.slice(`lib/${home}`.length));
}

interface Use {
  readonly used: string;
  readonly line: number;
}

function usesOf(file: SourceFile): Use[] {
  const modules = file.imports
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ specifier, line }) => ({ used: specifier.replace(/^node:/, '').replace(/\/.*$/, ''), line }));
  return [...modules, ...globalsOf(file.ast)];
}

function globalsOf(ast: ts.SourceFile): Use[] {
  const declared = new Set<string>();
  const references: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node)) {
      if (isReference(node)) references.push(node);
      else if (isBinding(node.parent)) declared.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ast);
  return references
    .filter(({ text }) => !declared.has(text))
    .flatMap((reference) => {
      const used = effectOf(reference);
      return used === undefined ? [] : [{ used, line: lineOf(reference) }];
    });
}

/**
 * Returns the effect of a reference to a global; undefined for pure uses, such as the conversion of a number to a date.
 */
function effectOf(reference: ts.Identifier): string | undefined {
  const member = memberOf(reference);
  if (reference.text === 'Date') return isPureDate(reference, member) ? undefined : 'Date';
  if (member !== undefined && ['process', 'AbortSignal'].includes(reference.text)) return `${reference.text}.${member}`;
  return reference.text;
}

function isPureDate(reference: ts.Identifier, member: string | undefined): boolean {
  const { parent } = reference;
  if (member !== undefined) return member === 'parse' || member === 'UTC';
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}

/** `env` in `process.env` and `process['env']`. */
function memberOf(reference: ts.Identifier): string | undefined {
  const { parent } = reference;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === reference) return parent.name.text;
  if (ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(parent.argumentExpression)) {
    return parent.argumentExpression.text;
  }
  return undefined;
}

/** Returns true if an identifier refers to a value, instead of naming a member, a property or a declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  return !('name' in parent && parent.name === node);
}

function isBinding(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node)
  );
}

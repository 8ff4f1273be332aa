// Rules that need types, and the project's own rules. Biome formats, and has all rules that need no types.

import { resolve } from 'node:path';
import { defineConfig } from 'eslint/config';
import jsdoc from 'eslint-plugin-jsdoc';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const swallowed = 'Nothing is swallowed: decide on the error, or let it pass.';

/** Forbidden everywhere. */
const projectRules = [
  { selector: 'CatchClause > BlockStatement[body.length=0]', message: swallowed },
  {
    selector: 'CallExpression[callee.property.name="catch"] > :function > BlockStatement[body.length=0]',
    message: swallowed,
  },
  {
    selector: 'TSAsExpression > TSAsExpression',
    message: 'Two casts in a row hide a type that is wrong somewhere else.',
  },
];

/** Forbidden in the library. */
const entryPoints = [
  {
    selector: 'MemberExpression[object.name="Promise"][property.name=/^(race|any)$/]',
    message:
      'Promise.race and Promise.any leave reactions on a promise that stays pending: wait with untilAborted of lib/clock, which leaves none.',
  },
  { selector: 'ExportAllDeclaration', message: 'An entry point is a table of contents: re-export by name.' },
  { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
];

/** Forbidden in the library, except where the signal and its listener end together. */
const listeners = [
  {
    selector:
      'Program:not(:has(CallExpression[callee.property.name="removeEventListener"])) CallExpression[callee.property.name="addEventListener"]',
    message:
      'A signal that lives on keeps its listeners: remove them in the same file, or wait with untilAborted of lib/clock.',
  },
];

/** Files whose listeners end together with their targets: at the end of a term or a run, or with a web page. */
const termFiles = [
  'lib/runtime/leader-election/leader-election.ts',
  'lib/runtime/sharding/shard.ts',
  'lib/cli/dashboard/page/*.ts',
];

/** The only files that may cast decoded values to types. */
const decoders = [
  'lib/api/resource/custom-resource.ts',
  'lib/api/kind/kind-index.ts',
  'lib/api/kind/part-of.ts',
  'lib/cli/dashboard/page/message-source.ts',
  'lib/client/response.ts',
  'lib/client/declared-client.ts',
  'lib/constructs/operator.ts',
  'lib/render/objects-live.ts',
  'lib/render/referenced-objects.ts',
  'lib/render/resource-chart.ts',
  'lib/runtime/controller/replayed-run.ts',
  'lib/runtime/reconcile/recording/secret-redaction.ts',
  'lib/runtime/reconcile/recording/trace.ts',
  'lib/runtime/reconcile/live-objects.ts',
  'lib/runtime/reconcile/comparison/path-element.ts',
  'lib/runtime/webhooks/webhook-lookup.ts',
  'lib/runtime/controller/trigger.ts',
  'lib/schema/zod-definition.ts',
  'lib/schema/value/limited-parse.ts',
  'lib/server/admission/admission-context.ts',
  'lib/testing/callback/callback-test.ts',
  'lib/testing/callback/controller-test.ts',
  'lib/testing/callback/webhook-test.ts',
  'lib/testing/control-plane/audit-log.ts',
  'lib/testing/control-plane/readiness.ts',
  'lib/testing/control-plane/service-account.ts',
  'lib/built-in/built-in-schema.ts',
  'lib/built-in/rule/field-rule.ts',
  'lib/built-in/value/defaulted-value.ts',
  'lib/built-in/go/go-field.ts',
  'lib/testing/embedded/built-in/built-in-types.ts',
  'lib/testing/embedded/json-text.ts',
  'lib/testing/embedded/protobuf/decoded-message.ts',
  'lib/testing/operator-process.ts',
  'lib/testing/scenario/decoded-object.ts',
];

export default defineConfig(
  {
    ignores: ['**/node_modules/', 'dist/', 'build/', 'bundle/', 'apps/*/imports/', 'test/docs/peers/', '.config/*.js'],
  },
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', '.config/tsconfig.page.json'],
        tsconfigRootDir: resolve(import.meta.dirname, '..'),
      },
    },
    rules: {
      'no-restricted-syntax': ['error', ...projectRules],
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'biome-ignore', 'eslint-disable'], location: 'anywhere' },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // Spreading a string into its code points is always intended.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Code may reject with a value from another source, such as `signal.reason`.
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // `return await write()` may mark only the end of a function.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A silent implementation of a port is empty on purpose; the project's own rules forbid empty catches.
      '@typescript-eslint/no-empty-function': 'off',
      // Code may pass a static type guard as a function.
      '@typescript-eslint/unbound-method': ['error', { ignoreStatic: true }],
      // `Promise.withResolvers<void>()` is valid.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // A type may have no fields.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // The rule assumes that `signal.aborted` can't change during an `await`.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // An implementation of an asynchronous interface may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['lib/**/*.ts'],
    plugins: { jsdoc, regexp },
    rules: {
      // Tenants and third parties may write any text; test/regular-expression.test.ts checks whole expressions.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
      'no-restricted-syntax': ['error', ...projectRules, ...entryPoints, ...listeners],
      '@typescript-eslint/no-unsafe-type-assertion': 'error',
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          enableFixer: false,
          require: { ClassDeclaration: true, FunctionDeclaration: true },
          contexts: [
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'ExportNamedDeclaration > VariableDeclaration',
          ],
        },
      ],
    },
  },
  { files: termFiles, rules: { 'no-restricted-syntax': ['error', ...projectRules, ...entryPoints] } },
  {
    // Go's engine evaluates the pattern in schemas, in linear time; this file evaluates another notation.
    files: ['lib/schema/quantity/written-quantity.ts'],
    rules: { 'regexp/no-super-linear-backtracking': 'off' },
  },
  {
    // The files that decode bytes from outside, or values of loosely typed libraries, into types.
    files: decoders,
    rules: { '@typescript-eslint/no-unsafe-type-assertion': 'off' },
  },
  {
    files: ['test/**/*.ts', '.config/lint.test.ts', 'lib/cli/scaffold/template/test/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'suite', 'test'] },
          ],
        },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Tests read responses and then assert their shape.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // The types of this client are classes, but its documentation passes plain objects.
    files: ['bench/peers/client-node/main.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    // Type tests don't run: an expression, a variable or a parameter is enough to test a type.
    files: ['test/types/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
);

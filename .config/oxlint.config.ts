// Rules that need types, and the project's own rules. Biome formats, and has all rules that need no types.

import { defineConfig } from 'oxlint';

/** Those rules of typescript-eslint's strict and stylistic sets that the project follows without options. */
const strict = `
  await-thenable no-array-delete no-base-to-string no-deprecated no-duplicate-enum-values no-duplicate-type-constituents
  no-dynamic-delete no-empty-object-type no-explicit-any no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array
  no-implied-eval no-meaningless-void-operator no-misused-new no-misused-promises no-mixed-enums no-namespace
  no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain no-non-null-assertion
  no-redundant-type-constituents no-require-imports no-this-alias no-unnecessary-boolean-literal-compare
  no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion
  no-unnecessary-type-constraint no-unnecessary-type-conversion no-unnecessary-type-parameters
  no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
  no-useless-default-assignment no-wrapper-object-types only-throw-error prefer-as-const prefer-literal-enum-member
  prefer-namespace-keyword prefer-reduce-type-parameter prefer-return-this-type related-getter-setter-pairs
  triple-slash-reference unified-signatures use-unknown-in-catch-callback-variable
  adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style
  consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
  consistent-type-definitions dot-notation no-confusing-non-null-assertion no-inferrable-types
  non-nullable-type-assertion-style prefer-find prefer-for-of prefer-function-type prefer-includes
  prefer-nullish-coalescing prefer-regexp-exec prefer-string-starts-ends-with
`
  .trim()
  .split(/\s+/);

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
  '**/lib/runtime/leader-election/leader-election.ts',
  '**/lib/runtime/sharding/shard.ts',
  '**/lib/cli/dashboard/page/*.ts',
];

/** The only files that may cast decoded values to types. */
const decoders = [
  '**/lib/api/resource/custom-resource.ts',
  '**/lib/api/kind/kind-index.ts',
  '**/lib/api/kind/part-of.ts',
  '**/lib/cli/dashboard/page/message-source.ts',
  '**/lib/client/response.ts',
  '**/lib/client/declared-client.ts',
  '**/lib/constructs/operator.ts',
  '**/lib/render/objects-live.ts',
  '**/lib/render/referenced-objects.ts',
  '**/lib/render/resource-chart.ts',
  '**/lib/runtime/controller/replayed-run.ts',
  '**/lib/runtime/reconcile/recording/secret-redaction.ts',
  '**/lib/runtime/reconcile/recording/trace.ts',
  '**/lib/runtime/reconcile/live-objects.ts',
  '**/lib/runtime/reconcile/comparison/path-element.ts',
  '**/lib/runtime/webhooks/webhook-lookup.ts',
  '**/lib/runtime/controller/trigger.ts',
  '**/lib/schema/zod-definition.ts',
  '**/lib/schema/value/limited-parse.ts',
  '**/lib/server/admission/admission-context.ts',
  '**/lib/testing/callback/callback-test.ts',
  '**/lib/testing/callback/controller-test.ts',
  '**/lib/testing/callback/webhook-test.ts',
  '**/lib/testing/control-plane/audit-log.ts',
  '**/lib/testing/control-plane/readiness.ts',
  '**/lib/testing/control-plane/service-account.ts',
  '**/lib/built-in/built-in-schema.ts',
  '**/lib/built-in/rule/field-rule.ts',
  '**/lib/built-in/value/defaulted-value.ts',
  '**/lib/built-in/go/go-field.ts',
  '**/lib/testing/embedded/built-in/built-in-types.ts',
  '**/lib/testing/embedded/json-text.ts',
  '**/lib/testing/embedded/protobuf/decoded-message.ts',
  '**/lib/testing/operator-process.ts',
  '**/lib/testing/scenario/decoded-object.ts',
];

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: [
    { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' },
    { name: 'jsdoc-js', specifier: 'eslint-plugin-jsdoc' },
    'eslint-plugin-regexp',
  ],
  categories: { correctness: 'off' },
  options: { typeAware: true, respectEslintDisableDirectives: false },
  rules: {
    ...Object.fromEntries(strict.map((rule) => [`typescript/${rule}`, 'error'])),
    'eslint-js/no-restricted-syntax': ['error', ...projectRules],
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-useless-constructor': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-warning-comments': [
      'error',
      { terms: ['todo', 'fixme', 'biome-ignore', 'eslint-disable', 'oxlint-disable'], location: 'anywhere' },
    ],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': [
      'error',
      { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
    ],
    // Spreading a string into its code points is always intended.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    // Code may reject with a value from another source, such as `signal.reason`.
    'typescript/prefer-promise-reject-errors': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
    'typescript/restrict-plus-operands': [
      'error',
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Code may pass a static type guard as a function.
    'typescript/unbound-method': ['error', { ignoreStatic: true }],
  },
  overrides: [
    {
      files: ['**/lib/**/*.ts'],
      rules: {
        // Tenants and third parties may write any text; test/regular-expression.test.ts checks whole expressions.
        'regexp/no-super-linear-backtracking': 'error',
        'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
        'eslint-js/no-restricted-syntax': ['error', ...projectRules, ...entryPoints, ...listeners],
        'typescript/no-unsafe-type-assertion': 'error',
        'jsdoc-js/require-jsdoc': [
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
    { files: termFiles, rules: { 'eslint-js/no-restricted-syntax': ['error', ...projectRules, ...entryPoints] } },
    {
      // Go's engine evaluates the pattern in schemas, in linear time; this file evaluates another notation.
      files: ['**/lib/schema/quantity/written-quantity.ts'],
      rules: { 'regexp/no-super-linear-backtracking': 'off' },
    },
    {
      // The files that decode bytes from outside, or values of loosely typed libraries, into types.
      files: decoders,
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      files: ['**/test/**/*.ts'],
      rules: {
        'typescript/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: [
              { from: 'package', package: 'node:test', name: ['describe', 'it', 'suite', 'test'] },
            ],
          },
        ],
        'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
        'typescript/no-base-to-string': 'off',
        'typescript/restrict-template-expressions': 'off',
        // Tests read responses and then assert their shape.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // Type tests don't run: an expression, a variable or a parameter is enough to test a type.
      files: ['**/test/types/**/*.ts'],
      rules: {
        'no-unused-expressions': 'off',
        'no-unused-vars': 'off',
        'typescript/no-unnecessary-type-parameters': 'off',
      },
    },
  ],
});

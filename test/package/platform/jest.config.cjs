module.exports = {
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.tsx?$': 'ts-jest',
    'node_modules/(operand-api|@operand-apps|zod|re2js|@marcbachmann/cel-js)/.+\\.js$': [
      'ts-jest',
      { tsconfig: { allowJs: true, module: 'CommonJS', target: 'ES2022' }, diagnostics: false },
    ],
  },
  transformIgnorePatterns: [],
};

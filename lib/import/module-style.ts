/** The options of the text of modules. */
export interface ModuleStyle {
  /** The extension of relative imports. Without one they work only with compilers to CommonJS. */
  readonly extension: '' | '.js' | '.ts';
  /** The package whose classes they extend. Both export the same. @default 'operand' */
  readonly library?: 'operand' | 'operand-api';
  /** True to omit the publisher's descriptions, for users without the right to distribute them. @default false */
  readonly omitsDescriptions?: boolean;
}

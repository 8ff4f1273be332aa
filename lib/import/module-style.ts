/** What the text of modules depends on beside their kind. */
export interface ModuleStyle {
  /** How relative imports end. Without an extension they are for compilers to CommonJS alone. */
  readonly extension: '' | '.js' | '.ts';
  /** Whether what publishers wrote for people is left out, so that nobody passes it on. @default false */
  readonly omitsDescriptions?: boolean;
}

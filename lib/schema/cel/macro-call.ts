import type { ASTNode } from '@marcbachmann/cel-js';
import type { Compiled, VariableTypes } from './compiled.ts';

/** The call of a macro: what stands in it is not compiled yet. */
export interface MacroCall {
  readonly receiver: ASTNode;
  readonly parameters: readonly ASTNode[];
  readonly scope: VariableTypes;
  readonly compile: (node: ASTNode, scope: VariableTypes) => Compiled;
}

/** A parameter of a macro, compiled where the macro's variables are known. @throws TypeError if there is none at that place. */
export function compiledParameter({ parameters, compile }: MacroCall, index: number, scope: VariableTypes): Compiled {
  const parameter = parameters[index];
  if (parameter === undefined) throw new TypeError('a macro lacks a parameter');
  return compile(parameter, scope);
}

import { type CelType, dyn, formatType } from '../cel-type.ts';
import { compileExpression } from '../compile.ts';
import { textWithCalls } from '../construction-text.ts';
import { compilation, parseExpression } from '../expression.ts';
import { stepType } from '../message.ts';
import { admissionVariables, isSelection } from './match-condition.ts';

/** The types that API servers want of the expressions of webhooks and policies. */
const wantedTypes = {
  condition: [{ kind: 'bool' }],
  message: [{ kind: 'string' }],
  annotation: [{ kind: 'string' }, { kind: 'null' }],
  configuration: [{ kind: 'message', name: 'Object' }],
  patch: [{ kind: 'list', item: { kind: 'message', name: stepType } }],
} as const satisfies Record<string, readonly CelType[]>;

/** The purpose of an expression. */
export type ExpressionUse = keyof typeof wantedTypes;

/** The types of the variables of one policy or webhook, which its expressions must fit. */
export class AdmissionTypes {
  readonly #types = new Map<string, CelType>(admissionVariables);
  readonly #variables = new Map<string, CelType>();

  /** @param hasParams - true if the expressions read the parameters of a policy. */
  constructor(hasParams: boolean) {
    if (hasParams) this.#types.set('params', dyn);
  }

  /** Adds a variable that later expressions read as `variables.name`. Returns the reason why API servers refuse it. */
  define(name: string, text: string): string | undefined {
    this.#types.set('variables', { kind: 'object', fields: this.#variables });
    this.#variables.set(name, dyn);
    const { type, fault } = this.#compiled(text);
    if (type !== undefined) this.#variables.set(name, type);
    return fault;
  }

  /** Returns the reason why every API server refuses an expression; undefined if one accepts it or might. */
  fault(text: string, use: ExpressionUse): string | undefined {
    const isMutation = use === 'configuration' || use === 'patch';
    const { type, fault } = this.#compiled(isMutation ? textWithCalls(text) : text);
    if (type === undefined) return fault;
    const wanted: readonly string[] = wantedTypes[use].map(typeName);
    const isUnknown = type.kind === 'dyn' || formatType(type).includes('dyn');
    if (wanted.includes(typeName(type)) || (isUnknown && !isSelection(text))) return undefined;
    const place = wanted.length === 1 ? wanted.join('') : `one of [${wanted.join(' ')}]`;
    return `must evaluate to ${place} but got ${typeName(type)}`;
  }

  #compiled(text: string): { readonly type: CelType | undefined; readonly fault: string | undefined } {
    const { result, refusal } = compilation(() => compileExpression(parseExpression(text), this.#types));
    return { type: result?.type, fault: refusal && `compilation failed: ${refusal}` };
  }
}

function typeName(type: CelType): string {
  return type.kind === 'null' ? 'null_type' : formatType(type);
}

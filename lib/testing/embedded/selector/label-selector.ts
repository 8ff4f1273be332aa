import { isLabelValue, isQualifiedName } from '../../../api/index.ts';
import { type LabelMatch, labelValueFault, qualifiedNameFaults } from '../../../built-in/index.ts';
import { badRequest, type StatusError } from '../status-error.ts';

const operators = 'in, notin, =, ==, !=, gt, lt';

/**
 * Parses a label selector.
 *
 * @throws StatusError with the API server's words if it isn't valid.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#api
 */
export function labelMatch(selector: string): LabelMatch {
  const tokens = tokensOf(selector);
  const requirements: LabelMatch[] = [];
  if (tokens.length === 0) return () => true;
  if (/^[(),=<>]|^!=/.test(tokens[0] ?? '')) {
    throw badRequest(`found '${tokens[0]}', expected: !, identifier, or 'end of string'`);
  }
  const parser = new Tokens(tokens);
  for (;;) {
    requirements.push(requirement(parser));
    const next = parser.take();
    if (next === '') break;
    if (next !== ',') throw badRequest(`found '${next}', expected: ',' or 'end of string'`);
    if (parser.peek() === '') throw badRequest(`found '', expected: identifier after ','`);
  }
  return (labels) => requirements.every((each) => each(labels));
}

class Tokens {
  readonly #tokens: readonly string[];
  #index = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  peek(): string {
    return this.#tokens[this.#index] ?? '';
  }

  take(): string {
    const token = this.peek();
    this.#index += 1;
    return token;
  }
}

function tokensOf(selector: string): string[] {
  return selector.match(/[(),]|==|!=|[=!<>]|[^\s(),=!<>]+/g) ?? [];
}

function requirement(tokens: Tokens): LabelMatch {
  const isNegated = tokens.peek() === '!';
  if (isNegated) tokens.take();
  const key = tokens.take();
  if (key === '' || /^[(),=!<>]/.test(key)) {
    throw unparsable(`found '${key}', expected: identifier`);
  }
  if (!isQualifiedName(key)) throw unparsable(labelKeyFault(key));
  const operator = tokens.peek();
  if (isNegated) return (labels) => !Object.hasOwn(labels, key);
  if (operator === '' || operator === ',') return (labels) => Object.hasOwn(labels, key);
  tokens.take();
  switch (operator) {
    case '=':
    case '==': {
      const value = exactValue(tokens, key);
      return (labels) => labels[key] === value;
    }
    case '!=': {
      const value = exactValue(tokens, key);
      return (labels) => labels[key] !== value;
    }
    case 'in': {
      const values = valueSet(tokens, key);
      return (labels) => labels[key] !== undefined && values.has(labels[key]);
    }
    case 'notin': {
      const values = valueSet(tokens, key);
      return (labels) => labels[key] === undefined || !values.has(labels[key]);
    }
    case '>':
    case '<':
      return bound(tokens, key, operator);
    default:
      throw unparsable(`found '${operator}', expected: ${operators}`);
  }
}

function bound(tokens: Tokens, key: string, operator: '<' | '>'): LabelMatch {
  const text = exactValue(tokens, key);
  if (!/^[-+]?\d+$/.test(text)) {
    throw unparsable(
      `values[0]: Invalid value: ${JSON.stringify(text)}: for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  }
  return (labels) => {
    const value = labels[key];
    if (value === undefined || !/^[-+]?\d+$/.test(value)) return false;
    return operator === '>' ? BigInt(value) > BigInt(text) : BigInt(value) < BigInt(text);
  };
}

function exactValue(tokens: Tokens, key: string): string {
  const next = tokens.peek();
  if (next === '' || next === ',') return '';
  if (/^[()=!<>]/.test(next)) throw unparsable(`found '${next}', expected: identifier`);
  return validValue(tokens.take(), key, 0);
}

function valueSet(tokens: Tokens, key: string): ReadonlySet<string> {
  const open = tokens.take();
  if (open !== '(') throw unparsable(`found '${open}' expected: '('`);
  const values: string[] = [];
  for (let next = tokens.take(); ; next = tokens.take()) {
    if (next === ')') return new Set(values.length === 0 ? [''] : values);
    if (next === '') throw unparsable(`found '', expected: ',' or ')'`);
    if (next !== ',') values.push(validValue(next, key, values.length));
  }
}

function validValue(value: string, key: string, index: number): string {
  if (isLabelValue(value)) return value;
  const fault =
    value.length > 63 && isLabelValue(value.slice(0, 63)) ? 'must be no more than 63 bytes' : labelValueFault;
  throw unparsable(`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${fault}`);
}

function unparsable(detail: string): StatusError {
  return badRequest(`unable to parse requirement: ${detail}`);
}

/** Returns the words of selectors for a wrong label key. */
function labelKeyFault(key: string): string {
  return `<nil>: Invalid value: ${JSON.stringify(key)}: ${qualifiedNameFaults(key).join('; ')}`;
}

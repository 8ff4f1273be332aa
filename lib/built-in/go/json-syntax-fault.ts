const expectations = {
  value: 'looking for beginning of value',
  'value or end': 'looking for beginning of value',
  key: 'looking for beginning of object key string',
  'key or end': 'looking for beginning of object key string',
  colon: 'after object key',
  pair: 'after object key:value pair',
  item: 'after array element',
  end: 'after top-level value',
} as const;

type Expected = keyof typeof expectations;

/** A scalar's valid beginning, and the error of the character after it. */
interface Scalar {
  readonly length: number;
  readonly fault: string | undefined;
}

/** Returns the syntax error of Go's decoder for a text that isn't JSON. */
export function jsonSyntaxFault(text: string): string {
  // At the end of its input, Go's scanner reads a space.
  const bytes = `${Buffer.from(text).toString('latin1')} `;
  const open: string[] = [];
  let expected: Expected = 'value';
  let place = 0;
  for (;;) {
    while (/[ \t\r\n]/.test(bytes.charAt(place))) place += 1;
    const character = bytes.charAt(place);
    if (character === '') return 'unexpected end of JSON input';
    const next = nextExpected(expected, character, open);
    if (next !== undefined) {
      expected = next;
      place += 1;
      continue;
    }
    const isKey = expected.startsWith('key');
    const scalar = isKey ? textAt(bytes, place) : expected.startsWith('value') ? scalarAt(bytes, place) : undefined;
    if (scalar === undefined) return invalidCharacter(character, expectations[expected]);
    place += scalar.length;
    if (scalar.fault !== undefined && place < bytes.length) return invalidCharacter(bytes.charAt(place), scalar.fault);
    expected = isKey ? 'colon' : after(open);
  }
}

/** Returns the expectation after a character of structure; undefined for other characters. */
function nextExpected(expected: Expected, character: string, open: string[]): Expected | undefined {
  if (expected.startsWith('value') && (character === '{' || character === '[')) {
    open.push(character);
    return character === '{' ? 'key or end' : 'value or end';
  }
  const isEnd =
    character === '}'
      ? expected === 'key or end' || expected === 'pair'
      : expected === 'value or end' || expected === 'item';
  if ((character === '}' || character === ']') && isEnd) {
    open.pop();
    return after(open);
  }
  if (character === ':' && expected === 'colon') return 'value';
  if (character !== ',') return undefined;
  return expected === 'pair' ? 'key' : expected === 'item' ? 'value' : undefined;
}

function after(open: readonly string[]): Expected {
  const last = open.at(-1);
  return last === undefined ? 'end' : last === '{' ? 'pair' : 'item';
}

function scalarAt(bytes: string, place: number): Scalar | undefined {
  const literal = ['true', 'false', 'null'].find((word) => word.startsWith(bytes.charAt(place)));
  return literal === undefined ? (textAt(bytes, place) ?? numberAt(bytes, place)) : literalAt(bytes, place, literal);
}

function literalAt(bytes: string, place: number, literal: string): Scalar {
  const length = [...literal].findIndex((character, index) => bytes.charAt(place + index) !== character);
  if (length === -1) return { length: literal.length, fault: undefined };
  return { length, fault: `in literal ${literal} (expecting '${literal.charAt(length)}')` };
}

function textAt(bytes: string, place: number): Scalar | undefined {
  const length = matchedLength(/"(?:[ !#-[\]-\xff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y, bytes, place);
  if (length === 0) return undefined;
  const end = place + length;
  if (bytes.charAt(end) === '"') return { length: length + 1, fault: undefined };
  if (bytes.charAt(end) !== '\\') return { length, fault: 'in string literal' };
  const hexadecimal = matchedLength(/\\u[0-9a-fA-F]*/y, bytes, end);
  if (hexadecimal === 0) return { length: length + 1, fault: 'in string escape code' };
  return { length: length + hexadecimal, fault: 'in \\u hexadecimal character escape' };
}

function numberAt(bytes: string, place: number): Scalar | undefined {
  const parts = [
    { form: /-?(?:0|[1-9]\d*)/y, begin: /-/y, fault: 'in numeric literal' },
    { form: /\.\d+/y, begin: /\./y, fault: 'after decimal point in numeric literal' },
    { form: /[eE][-+]?\d+/y, begin: /[eE][-+]?/y, fault: 'in exponent of numeric literal' },
  ];
  let length = 0;
  for (const { form, begin, fault } of parts) {
    const whole = matchedLength(form, bytes, place + length);
    const part = whole === 0 ? matchedLength(begin, bytes, place + length) : whole;
    length += part;
    if (whole === 0 && part > 0) return { length, fault };
  }
  return length === 0 ? undefined : { length, fault: undefined };
}

function matchedLength(form: RegExp, bytes: string, place: number): number {
  form.lastIndex = place;
  return form.exec(bytes)?.[0].length ?? 0;
}

function invalidCharacter(character: string, context: string): string {
  const quoted = character === "'" ? "\\'" : character === '"' ? '"' : JSON.stringify(character).slice(1, -1);
  return `invalid character '${quoted}' ${context}`;
}

/** The definitions of times → the layout of their texts, as Go writes layouts. */
export const timeLayouts: Readonly<Record<string, string>> = {
  Time: '2006-01-02T15:04:05Z07:00',
  MicroTime: '2006-01-02T15:04:05.000000Z07:00',
};

const micro = /^\.\d{6}/;

/** Part of a layout → the text that it accepts at the beginning of the rest. All other parts are two digits. */
const forms: Readonly<Record<string, RegExp>> = {
  '2006': /^\d{4}/,
  '-': /^-/,
  T: /^T/,
  ':': /^:/,
  '.000000': micro,
  'Z07:00': /^(?:Z|[+-]\d\d:\d\d)/,
};

/** Seconds may have a fraction also where the layout has none. */
const fraction = /^\.\d{1,30}/;

/** Returns the words of Go's parser for a text that isn't a time; undefined for a time. */
export function timeFault(text: string, layout: string): string | undefined {
  const quoted = JSON.stringify(text);
  let rest = text;
  for (const [name] of layout.matchAll(/Z07:00|\d{4}|\.0+|\d\d|./g)) {
    if (name === 'Z07:00' && !layout.includes('.')) rest = rest.replace(fraction, '');
    const found = (forms[name] ?? /^\d\d/).exec(rest);
    if (found === null)
      return `parsing time ${quoted} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(name)}`;
    rest = rest.slice(found[0].length);
  }
  if (rest !== '') return `parsing time ${quoted}: extra text: ${JSON.stringify(rest)}`;
  return rangeFault(text, quoted);
}

function rangeFault(text: string, quoted: string): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.slice(0, 19).split(/[-T:]/).map(Number);
  const ranges: readonly (readonly [string, boolean])[] = [
    ['month', month < 1 || month > 12],
    ['hour', hour > 23],
    ['minute', minute > 59],
    ['second', second > 59],
    ['day', day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()],
  ];
  const wrong = ranges.find(([, isWrong]) => isWrong);
  return wrong === undefined ? undefined : `parsing time ${quoted}: ${wrong[0]} out of range`;
}

/** Returns a time as the API server writes it: in UTC, with the layout's fraction. */
export function utcTime(text: string, layout: string): string {
  const seconds = new Date(text).toISOString().slice(0, 19);
  if (!layout.includes('.')) return `${seconds}Z`;
  return `${seconds}${micro.exec(text.slice(19))?.[0] ?? '.000000'}Z`;
}

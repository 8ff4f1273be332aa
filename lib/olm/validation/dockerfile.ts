/** The instructions of a Dockerfile that concern bundles. */
export interface Dockerfile {
  /** Name → value, of all `LABEL` lines; the last value of a name counts. */
  readonly labels: ReadonlyMap<string, string>;
  /** The targets of `COPY` and `ADD`: absolute paths without a trailing slash, except for `/`. */
  readonly copies: readonly string[];
}

/** Parses a Dockerfile, and ignores other instructions. @see https://docs.docker.com/reference/dockerfile/ */
export function parsedDockerfile(text: string): Dockerfile {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\s*\n/g, ' ')
    .split('\n');
  const instructions = lines.map((line) => /^\s*([A-Za-z]+)\s+(\S.*|)$/s.exec(line)?.slice(1) ?? []);
  return {
    labels: new Map(
      instructions.flatMap(([word, rest = '']) => (isInstructionWord(word, 'LABEL') ? dockerfileLabels(rest) : [])),
    ),
    copies: instructions.flatMap(([word, rest = '']) =>
      isInstructionWord(word, 'COPY', 'ADD') ? (copyTarget(rest) ?? []) : [],
    ),
  };
}

function isInstructionWord(word: string | undefined, ...words: readonly string[]): boolean {
  return word !== undefined && words.includes(word.toUpperCase());
}

function dockerfileLabels(text: string): readonly (readonly [name: string, value: string])[] {
  const pairs = [
    ...text.matchAll(/(?<![^\s=])("(?:[^"\\]|\\.)*"|[^\s=]+)=("(?:[^"\\]|\\.)*"|'[^']*'|(?:[^\s\\]|\\.)*)/g),
  ];
  const [, name = '', value = ''] = /^([^\s=]+)\s+(\S.*|)$/s.exec(text) ?? [];
  // The old form with a single label: LABEL name value
  if (pairs.length === 0) return name === '' ? [] : [[name, value.trim()]];
  return pairs.map(([, key = '', text = '']) => [unquotedLabel(key), unquotedLabel(text)]);
}

function unquotedLabel(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2').replace(/\\(.)/g, '$1');
}

function copyTarget(text: string): string | undefined {
  const words = text.startsWith('[')
    ? [...text.matchAll(/"([^"]*)"/g)].map(([, word]) => word)
    : text.trim().split(/\s+/);
  const target = words.at(-1);
  return target === undefined ? undefined : `/${target.replace(/^\/+|(?<!\/)\/+$/g, '')}`;
}

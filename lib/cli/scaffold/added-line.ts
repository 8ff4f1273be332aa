// In: a module that its author may have edited, and lines for it. Out: the module with these lines. Called by
// `create api`.

/** A line of the template that names one import or export, or constructs one part of the operator. */
const named = /^(?:import|export) \{ (?<names>[\w ]+) \} from '(?<module>[^']+)';$|^ +new (?<part>\w+)\(/;

/**
 * Returns a module with further lines, without those that it has in any format. Imports and exports come after the last
 * one, at the end of a module without any. Parts of the operator come after the last part with the indentation of
 * `super(…)`.
 *
 * @returns undefined if a part has no place: there is no line with a whole call of `super`.
 */
export function withAddedLines(text: string, lines: readonly string[]): string | undefined {
  return lines.reduce<string | undefined>(
    (before, line) => (before === undefined || hasLine(before, line) ? before : withLine(before, line)),
    text,
  );
}

function hasLine(text: string, line: string): boolean {
  const { names = '', module = '', part } = named.exec(line)?.groups ?? {};
  if (part !== undefined) return text.includes(`new ${part}(`);
  return new RegExp(`\\{[^{}]*\\b${names}\\b[^{}]*\\}\\s*from\\s*['"]${module.replaceAll('.', '\\.')}['"]`).test(text);
}

function withLine(text: string, line: string): string | undefined {
  const lines = text.split('\n');
  if (!/^\s/.test(line)) {
    const last = lines.findLastIndex((each) => /^(?:import\b|export\b|\}).* from ['"]/.test(each));
    const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    return lines.toSpliced(last === -1 ? end : last + 1, 0, line).join('\n');
  }
  const indentations = lines.map((each) => /^(\s+)super\(.*\);?$/.exec(each)?.[1]);
  const indentation = indentations.find((each) => each !== undefined);
  if (indentation === undefined) return undefined;
  const place = lines.findLastIndex(
    (each) => each.startsWith(indentation) && /^(?:super|new \w+)\(.*\);?$/.test(each.slice(indentation.length)),
  );
  return lines.toSpliced(place + 1, 0, `${indentation}${line.trim()}`).join('\n');
}

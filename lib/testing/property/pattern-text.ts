// In: a regular expression. Out: a text that it probably matches. Covers literals, classes, groups, alternatives and quantifiers; the
// caller tests the text. Called for fields with a pattern.

import type { Chance } from '../sampling/chance.ts';

const classes: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcxyz019_',
  s: ' ',
  D: 'abc',
  W: '-.',
  S: 'abc1',
};

/** The number of repetitions beyond the least, for `*` and `+`. */
const repetitions = 3;

/** Returns a text for an expression, chosen by chance. */
export function patternText(pattern: string, chance: Chance): string {
  return new PatternReader(pattern, chance).alternatives();
}

class PatternReader {
  readonly #pattern: string;
  readonly #chance: Chance;
  #at = 0;

  constructor(pattern: string, chance: Chance) {
    this.#pattern = pattern;
    this.#chance = chance;
  }

  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#is('|')) texts.push(this.#sequence());
    return texts[this.#chance.below(texts.length)] ?? '';
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#peek)) text += this.#quantified();
    return text;
  }

  #quantified(): string {
    const begin = this.#at;
    const first = this.#atom();
    const end = this.#at;
    const [least, most] = this.#bounds();
    const after = this.#at;
    const count = least + this.#chance.below(most - least + 1);
    let text = count > 0 ? first : '';
    for (let index = 1; index < count; index += 1) {
      this.#at = begin;
      text += this.#atom();
    }
    this.#at = count > 1 ? after : Math.max(after, end);
    return text;
  }

  #bounds(): readonly [number, number] {
    let bounds: readonly [number, number] = [1, 1];
    if (this.#is('?')) bounds = [0, 1];
    else if (this.#is('*')) bounds = [0, repetitions];
    else if (this.#is('+')) bounds = [1, 1 + repetitions];
    else {
      const [whole, least, comma = '', most = ''] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.#pattern.slice(this.#at)) ?? [];
      if (whole === undefined) return bounds;
      this.#at += whole.length;
      const lowest = Number(least);
      bounds = [
        lowest,
        comma === '' ? lowest : Math.min(most === '' ? Number.MAX_SAFE_INTEGER : Number(most), lowest + repetitions),
      ];
    }
    this.#is('?');
    return bounds;
  }

  #atom(): string {
    const character = this.#next();
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '[') return this.#class();
    if (character === '\\') return this.#escaped(this.#next());
    if (character !== '(') return character;
    const [marks = ''] = /^\?(?::|P?<\w+>)/.exec(this.#pattern.slice(this.#at)) ?? [];
    this.#at += marks.length;
    const text = this.alternatives();
    this.#is(')');
    return text;
  }

  #class(): string {
    const isNegated = this.#is('^');
    let characters = '';
    do {
      const from = this.#next();
      if (from === '\\') characters += classes[this.#peek] ?? this.#peek;
      if (from === '\\') this.#next();
      else if (this.#peek === '-' && this.#pattern[this.#at + 1] !== ']') {
        this.#next();
        characters += range(from, this.#next());
      } else characters += from;
    } while (this.#at < this.#pattern.length && this.#peek !== ']');
    this.#is(']');
    const candidates = isNegated
      ? ['a', '1', '-', '.'].filter((each) => !characters.includes(each)).join('')
      : characters;
    return this.#one(candidates);
  }

  #escaped(character: string): string {
    return this.#one(classes[character] ?? character);
  }

  #one(characters: string): string {
    return characters[this.#chance.below(characters.length)] ?? '';
  }

  #is(character: string): boolean {
    if (this.#peek !== character) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const character = this.#peek;
    this.#at += 1;
    return character;
  }

  get #peek(): string {
    return this.#pattern[this.#at] ?? '';
  }
}

function range(from: string, to: string): string {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  return Array.from({ length: Math.min(Math.max(0, last - first + 1), 128) }, (_, index) =>
    String.fromCharCode(first + index),
  ).join('');
}
